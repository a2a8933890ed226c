/ .o: what database drivers (JDBC, ODBC) call. Statements are q; `q)` before one, which says so, is passed over.
\d .o

ex:{value$["q)"~2#x;2_x;x]}

\d .
