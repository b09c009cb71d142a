import com.marcnuri.helm.Helm;
import java.nio.file.Files;
import java.nio.file.Path;

/** Renders a chart as `helm template` does, after `helm lint --strict`: chart, where to write, value files. */
public class Render {
  public static void main(String[] given) throws Exception {
    Helm chart = new Helm(Path.of(given[0]));
    var lint = chart.lint().strict().quiet().call();
    if (lint.isFailed()) throw new IllegalStateException(String.join("\n", lint.getMessages()));
    var template = chart.template().withName("factshelf");
    for (int at = 2; at < given.length; at++) template = template.withValuesFile(Path.of(given[at]));
    Files.writeString(Path.of(given[1]), template.call());
  }
}
