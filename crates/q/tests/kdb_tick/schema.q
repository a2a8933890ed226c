trade:([]time:`timespan$();sym:`$();number:`long$();price:`float$())
quote:([]time:`timespan$();sym:`$();number:`long$();bid:`float$();ask:`float$())
