# For scripts that make or run images. They set `root` before they source this, and read `node_image`, the base of all images,
# and `mirror`, Debian's: that of this machine if it has one, else the one that debootstrap knows.
[ -s /etc/containers/containers.conf ] || export CONTAINERS_CONF=$root/test/deploy/images/containers.conf
node_image=docker.io/library/$(sed -n 's/^FROM \(node:[^ ]*\).*/\1/p' "$root/Dockerfile" | head -n 1)
mirror=$(awk '/^URIs:/{print $2; exit}' /etc/apt/sources.list.d/debian.sources 2>/dev/null || true)
