# In place of the official image: Debian's Postgres (15, the oldest supported), with the same variables and folders.
ARG BASE
FROM ${BASE}
RUN apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql-15 \
  && rm -rf /var/lib/postgresql/15 && chown postgres:postgres /var/lib/postgresql
COPY --chmod=755 postgres-entrypoint /usr/local/bin/docker-entrypoint
ENV PATH=/usr/lib/postgresql/15/bin:/usr/local/bin:/usr/bin:/bin PGDATA=/var/lib/postgresql/18/docker
USER postgres
ENTRYPOINT ["docker-entrypoint"]
CMD ["postgres"]
