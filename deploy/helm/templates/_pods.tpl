{{- define "factshelf.labels" -}}
app.kubernetes.io/name: factshelf
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "factshelf.commonLabels" -}}
{{ include "factshelf.labels" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{- define "factshelf.secret" -}}
- name: {{ .key }}
  valueFrom: { secretKeyRef: { name: {{ .root.Values.secretName }}, key: {{ .key }} } }
{{- end }}

{{/* The environment of every process. Passwords stand before the addresses that hold them. */}}
{{- define "factshelf.env" -}}
{{- $name := .Release.Name -}}
{{- if .Values.postgres.enabled }}
{{ include "factshelf.secret" (dict "root" . "key" "POSTGRES_APP_PASSWORD") }}
- name: DATABASE_URL
  value: postgres://factshelf_app:$(POSTGRES_APP_PASSWORD)@{{ $name }}-postgres:5432/factshelf
{{- else }}
{{ include "factshelf.secret" (dict "root" . "key" "DATABASE_URL") }}
{{- end }}
{{- if .Values.redis.enabled }}
{{ include "factshelf.secret" (dict "root" . "key" "REDIS_PASSWORD") }}
- name: REDIS_URL
  value: redis://:$(REDIS_PASSWORD)@{{ $name }}-redis:6379
{{- else }}
{{ include "factshelf.secret" (dict "root" . "key" "REDIS_URL") }}
{{- end }}
{{- if .Values.meilisearch.enabled }}
- name: MEILI_URL
  value: http://{{ $name }}-meilisearch:7700
{{- else }}
{{ include "factshelf.secret" (dict "root" . "key" "MEILI_URL") }}
{{- end }}
{{- if not (hasKey .Values.settings "PUBLIC_URL") }}
- name: PUBLIC_URL
  value: "{{ if .Values.api.ingress.tlsSecretName }}https{{ else }}http{{ end }}://{{ .Values.api.ingress.host }}"
{{- end }}
{{- range $key, $value := .Values.settings }}
- name: {{ $key }}
  value: {{ $value | quote }}
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "factshelf.image" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
{{- end }}

{{- define "factshelf.podSecurity" -}}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "factshelf.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{/* Pods of one component on different machines, where there are several. */}}
{{- define "factshelf.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: {{ (index .root.Values .component).spread }}
    labelSelector:
      matchLabels:
        {{- include "factshelf.labels" . | nindent 8 }}
{{- end }}

{{- define "factshelf.egress" }}
# Names, the servers of the chart, and what the values permit.
- ports:
    - { port: 53, protocol: UDP }
    - { port: 53, protocol: TCP }
{{- range $server := list "postgres" "redis" "meilisearch" }}
{{- if (index $.Values $server).enabled }}
- ports: [{ port: {{ $server }} }]
  to:
    - podSelector:
        matchLabels:
          {{- include "factshelf.labels" (dict "root" $ "component" $server) | nindent 10 }}
{{- end }}
{{- end }}
{{- with .Values.networkPolicy.egress }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/*
The most connections to Postgres: of an API process with a standby and of an indexer, as docs/deploy.md#connections has them. While pods are
replaced, old and new ones run together. 30 are for jobs, commands, imports of sources, dumps and the administrator.
*/}}
{{- define "factshelf.maxConnections" -}}
{{- $apis := int .Values.api.replicas -}}
{{- if .Values.api.autoscaling.enabled -}}
{{- $apis = max $apis (int .Values.api.autoscaling.maxReplicas) -}}
{{- end -}}
{{- add 30 (mul 2 (add (mul 27 $apis) (mul 9 (int .Values.indexer.replicas)))) -}}
{{- end }}
