/ The .j namespace: JSON.
/ Source: ref/dotj.

.j.jd:{-31!x}                  / (x;options) as JSON: null0w makes infinities null, digits is instead of \P
.j.j:{-31!(x;()!())}           / x as JSON
.j.k:{-29!x}                   / JSON as a value
