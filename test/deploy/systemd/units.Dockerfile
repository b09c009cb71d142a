# Debian with systemd, and a release where deploy/systemd expects it. Built by check-units.sh.
ARG NODE
ARG APP
FROM ${APP} AS app
FROM ${NODE}
RUN apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends systemd postgresql-client \
  && useradd --system factshelf && install -d -o root -m 0700 /etc/factshelf && ln -s /usr/local/bin/node /usr/bin/node
COPY --from=app /app /opt/factshelf
COPY *.service *.timer /etc/systemd/system/
STOPSIGNAL SIGRTMIN+3
CMD ["/lib/systemd/systemd"]
