/ One round of maintenance over a database: milliseconds of each step. The database is as before at the end.
/   q bench/maintain.q -db DIR -s N
db:use`quarry.db
root:hsym`$first(.Q.opt .z.x)`db
ms:{[name;f;x]s:.z.p;f . root,`quote,x;-1 name,",",string("j"$.z.p-s)%1e6;}
steps:(
  ("add a column";`addcol;(`fresh;0));
  ("delete it";`deletecol;enlist`fresh);
  ("copy a column";`copycol;`bid`twin);
  ("rename it";`renamecol;`twin`other);
  ("apply a function to it";`fncol;(`other;2*));
  ("cast it";`castcol;`other`float);
  ("delete it again";`deletecol;enlist`other))
{ms[x 0;db x 1;x 2]}each steps;
exit 0
