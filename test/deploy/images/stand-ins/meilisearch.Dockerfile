# In place of the official image: the Meilisearch of npm.
ARG BASE
FROM ${BASE}
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends curl tini && install -d /meili_data
COPY --chmod=755 meilisearch /bin/meilisearch
WORKDIR /meili_data
ENV MEILI_HTTP_ADDR=0.0.0.0:7700
ENTRYPOINT ["tini", "--"]
CMD ["/bin/meilisearch"]
