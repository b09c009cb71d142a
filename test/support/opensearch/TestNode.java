import org.codelibs.opensearch.runner.OpenSearchRunner;

/**
 * One node of an OpenSearch cluster, for tests: a folder, its name, its ports for HTTP and for other nodes, the addresses
 * of all nodes, the name of the one that forms the cluster, and the address for HTTP unless it is this machine's own. It
 * ends when its input does.
 */
public class TestNode {
    public static void main(String[] args) throws Exception {
        OpenSearchRunner runner = new OpenSearchRunner();
        runner.onBuild((number, settings) -> {
            settings.put("node.name", args[1]);
            settings.put("http.port", args[2]);
            settings.put("transport.port", args[3]);
            settings.put("discovery.seed_hosts", args[4]);
            settings.put("cluster.initial_cluster_manager_nodes", args[5]);
            if (args.length > 6) settings.put("http.host", args[6]);
            settings.put("cluster.routing.allocation.disk.threshold_enabled", false);
            // A test waits neither for a dead node nor for its return.
            settings.put("cluster.follower_lag.timeout", "5s");
        }).build(OpenSearchRunner.newConfigs().basePath(args[0]).numOfNode(1).clusterName("factshelf-test").useLogger());
        System.out.println("the node is ready");
        while (System.in.read() >= 0) {
            // Nothing is said to it.
        }
        runner.close();
        System.exit(0);
    }
}
