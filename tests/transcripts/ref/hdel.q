/ Files and empty directories deleted.
/ source: ref/hdel            status: documented
q)`:f 1: 0x01
`:f
q)hdel `:f
`:f
q)key `:f
q)`:d/a set 1
`:d/a
q)`:d/b set 2
`:d/b
/ nested: a directory after its files.
q)hdel each `:d/a`:d/b
`:d/a`:d/b
/ empty: a directory with nothing in it.
q)key `:d
`symbol$()
q)hdel `:d
`:d
q)key `:d
q)hdel `:d
'd. OS reports: No such file or directory
q)hdel 5
'type
q)hdel "f"
'type
