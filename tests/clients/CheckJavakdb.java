import com.kx.c;
import java.util.*;
import java.util.concurrent.*;

/** javakdb: argument 1 is the port. Requests go out highest byte first, and compressed when that is asked for. */
public class CheckJavakdb {
  static final List<String> bad = new ArrayList<>();

  static void check(String name, boolean good) {
    if (!good) bad.add(name);
  }

  public static void main(String[] args) throws Exception {
    int port = Integer.parseInt(args[0]);
    c q = new c("localhost", port, "u:p");
    // Functions cannot be sent, and Java's dates and times have no infinities.
    Set<String> loses = new HashSet<>(Arrays.asList("lambda", "identity", "inf_z", "neg_z", "inf_t", "neg_t"));
    for (String name : (String[]) q.k("names")) {
      try {
        Object x = q.k("fetch", name);
        boolean same = loses.contains(name) || (Boolean) q.k("same", name, x);
        check(name, same);
      } catch (Exception e) {
        check(name + " (" + e + ")", loses.contains(name));
      }
    }
    check("sum", ((Long) q.k("{x+y}", 1L, 2L)) == 3);
    check("one character", ((Long) q.k("{$[10h=type x;count x;-1]}", "x".toCharArray())) == 1);
    long[] big = (long[]) q.k("fetch", "big");
    check("big", big.length == 1300000 && (Boolean) q.k("same", "big", big));
    q.zip(true);
    check("compressed", (Boolean) q.k("same", "big", big));
    q.zip(false);
    try {
      q.k("fail", "no luck".toCharArray());
      check("error", false);
    } catch (c.KException e) {
      check("error", e.getMessage().equals("no luck"));
    }
    q.ks("note", 7L);
    check("async", ((Long) q.k("last told")) == 7);
    q.ks("push", 5L);
    check("push", ((Object[]) q.k())[2].equals(5L));
    ExecutorService pool = Executors.newFixedThreadPool(64);
    List<Future<Boolean>> all = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      long n = i;
      all.add(pool.submit(() -> {
        c one = new c("localhost", port, "u:p");
        boolean good = ((Long) one.k("{x*x}", n)) == n * n;
        one.close();
        return good;
      }));
    }
    for (Future<Boolean> f : all) check("64 at once", f.get());
    pool.shutdown();
    System.out.println(bad.isEmpty() ? "ok" : String.join("; ", bad));
    System.exit(bad.isEmpty() ? 0 : 1);
  }
}
