/ The tables of the stack. The first two columns of each are time and sym; another schema file may have any tables that
/ begin so. Each span of bars is in the same table: span tells `second from `minute and `day.
trade:([]time:`timespan$();sym:`$();price:`float$();size:`int$();stop:`boolean$();cond:`char$();ex:`char$())
quote:([]time:`timespan$();sym:`$();bid:`float$();ask:`float$();bsize:`int$();asize:`int$();mode:`char$();ex:`char$())

/ Bars as the aggregation engine sends them whenever they have changed: the last row of a sym, span and start counts.
tradebar:([]time:`timespan$();sym:`$();span:`$();start:`timespan$();open:`float$();high:`float$();low:`float$();close:`float$();size:`long$();vwap:`float$();trades:`long$())
quotebar:([]time:`timespan$();sym:`$();span:`$();start:`timespan$();bid:`float$();ask:`float$();low:`float$();high:`float$();spread:`float$();quotes:`long$())
