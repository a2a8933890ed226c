/ The end of the WebSocket that pages written for kdb+ expect: bytes are serialised requests and get serialised answers, text is
/ evaluated and answered with text. Subscribers are sent what nobody asked for.
.z.ws:{if[x~"bye";:hclose .z.w];neg[.z.w]$[10h=type x;@[{.j.j value x};x;{"'",x}];-8!@[{value -9!x};x;{`$"'",x}]]}
open_now:`int$()
.z.wo:{open_now,:x}
.z.wc:{open_now::open_now except x}
subscribe:{neg[.z.w]each(-8!(`upd;1);"upd";-8!(`upd;`text));`subscribed}
