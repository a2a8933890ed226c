/ The tables of the stack with a number in each row that the feed sends.
trade:([]time:`timespan$();sym:`$();price:`float$();size:`int$();number:`long$())
quote:([]time:`timespan$();sym:`$();bid:`float$();ask:`float$();number:`long$())
tradebar:([]time:`timespan$();sym:`$();span:`$();start:`timespan$();open:`float$();high:`float$();low:`float$();close:`float$();size:`long$();vwap:`float$();trades:`long$())
quotebar:([]time:`timespan$();sym:`$();span:`$();start:`timespan$();bid:`float$();ask:`float$();low:`float$();high:`float$();spread:`float$();quotes:`long$())
