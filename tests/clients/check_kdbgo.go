// kdbgo: argument 1 is the port. What it fetched it sends back as it is.
package main

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"

	kdb "github.com/sv/kdbgo"
)

var bad []string

func check(name string, good bool) {
	if !good {
		bad = append(bad, name)
	}
}

func main() {
	port, _ := strconv.Atoi(os.Args[1])
	dial := func() *kdb.KDBConn {
		q, err := kdb.DialKDB("localhost", port, "u:p")
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		return q
	}
	q := dial()
	names, err := q.Call("names")
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	// What its reader or writer has no form for is an error of its own, after which the connection is of no use: it reads no
	// atoms of some types, and writes no vectors of shorts nor of most dates and times.
	lost := regexp.MustCompile("^((atom|null|inf|neg)_[cmdznuvt]|(vector|single|holes)_[hdzuvt]|empty_h|table|keyed_two)$")
	for _, name := range names.Data.([]string) {
		x, err := q.Call("fetch", kdb.Symbol(name))
		if err == nil {
			x, err = q.Call("same", kdb.Symbol(name), x)
		}
		if err != nil {
			check(fmt.Sprint(name, " ", err), lost.MatchString(name))
			q.Close()
			q = dial()
			continue
		}
		same, good := x.Data.(bool)
		check(name, good && same)
	}
	big, err := q.Call("fetch", kdb.Symbol("big"))
	check("big", err == nil && big.Len() == 1300000)
	sum, err := q.Call("{x+y}", kdb.Long(1), kdb.Long(2))
	check("sum", err == nil && sum.Data.(int64) == 3)
	_, err = q.Call("fail", kdb.Atom(kdb.KC, "no luck"))
	check("error", err != nil && err.Error() == "no luck")
	q.AsyncCall("note", kdb.Long(7))
	last, err := q.Call("last told")
	check("async", err == nil && last.Data.(int64) == 7)
	q.AsyncCall("push", kdb.Long(5))
	pushed, kind, err := q.ReadMessage()
	check("push", err == nil && kind == kdb.ASYNC && pushed.Len() == 3)
	if unix, err := kdb.DialUnix("localhost", port, "u:p"); err == nil {
		family, err := unix.Call("(-38!.z.w)`f")
		check("unix", err == nil && fmt.Sprint(family.Data) != "")
	} else {
		check("unix "+err.Error(), false)
	}
	var wait sync.WaitGroup
	var lock sync.Mutex
	for i := int64(0); i < 64; i++ {
		wait.Add(1)
		go func(i int64) {
			defer wait.Done()
			square, err := dial().Call("{x*x}", kdb.Long(i))
			lock.Lock()
			defer lock.Unlock()
			check("64 at once", err == nil && square.Data.(int64) == i*i)
		}(i)
	}
	wait.Wait()
	if len(bad) > 0 {
		fmt.Println(strings.Join(bad, "; "))
		os.Exit(1)
	}
	fmt.Println("ok")
}
