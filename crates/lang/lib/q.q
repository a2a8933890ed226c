/ What of q is written in q. One function a line, each with what it does.
.q.csv:","                    / the comma, for 0:
