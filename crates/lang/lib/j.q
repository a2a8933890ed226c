/ The .j namespace: JSON.
/ Source: ref/dotj.

.j.jd:{-31!x}                  / (x;options) as JSON; the option null0w makes infinities null
.j.j:{-31!(x;()!())}           / x as JSON
.j.k:{-29!x}                   / JSON as a value
