/ What clients fetch and send back: every type as atom, null, infinities, vector, empty vector and vector with a null;
/ tables, dictionaries, functions and nested lists. A client asks `names`, fetches `get` of each, and calls
/ `same[name;what it got]`.

letters:"bgxhijefcspmdznuvt"
/ One value of each type, by its letter.
one:letters!(1b;"G"$"8c6b8b64-6815-6084-0a3e-178401251b68";0x2a;42h;42i;42;1.5e;-2.25;"q";`abc;2024.02.29D12:34:56.123456789;2024.02m;
 2024.02.29;2024.02.29T12:34:56.123;1D02:03:04.000000005;12:34;12:34:56;12:34:56.789)
nulls:(letters except"bx")!(0Ng;0Nh;0Ni;0Nj;0Ne;0n;" ";`;0Np;0Nm;0Nd;0Nz;0Nn;0Nu;0Nv;0Nt)
infinite:"hijefpmdznuvt"!(0Wh;0Wi;0Wj;0We;0w;0Wp;0Wm;0Wd;0Wz;0Wn;0Wu;0Wv;0Wt)

values_of:(1#`)!enlist(::)
add:{values_of[x]:y}
{add[`$"atom_",x;one x]}each letters;
{add[`$"null_",x;nulls x]}each key nulls;
{add[`$"inf_",x;infinite x];add[`$"neg_",x;neg infinite x]}each key infinite;
{add[`$"vector_",x;3#one x]}each letters;
{add[`$"empty_",x;0#one x]}each letters;
{add[`$"single_",x;enlist one x]}each letters;
{add[`$"holes_",x;(one x;nulls x;one x)]}each key nulls;
add[`string;"a string"]
add[`unicode;"\303\251t\303\251"]
add[`strings;("ab";"";"cde")]
add[`list;(1;`a;"text";2 3f;(4i;`b`c))]
add[`nothing;()]
add[`nested;(1 2;3 4 5;0#0)]
add[`dict;`a`b!1 2]
add[`dict_mixed;`a`b!(1;"x y")]
add[`table;([]t:09:30:00.000 09:30:01.000;s:`a`b;p:1.5 0n;n:3 4;c:"xy")]
add[`table_empty;([]s:`symbol$();p:`float$())]
add[`table_strings;([]s:("ab";"cd");n:1 2)]
add[`keyed;([k:`a`b]v:1 2)]
add[`keyed_two;([k:`a`b;d:2024.01.01 2024.01.02]v:1 2)]
add[`sorted;`s#1 2 3]
add[`grouped;`g#`a`b`a]
add[`lambda;{x+y}]
add[`identity;(::)]
add[`big;til 1300000]

names:1_key values_of
fetch:{values_of x}
/ Is what came the value of that name?  Attributes may get lost, empty lists of nothing stay.
same:{[name;x]x~values_of name}
told:enlist(::)
note:{told,:enlist x}
push:{neg[.z.w](`upd;`t;x)}
fail:{'x}
