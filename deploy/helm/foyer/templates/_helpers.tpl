{{- /* The prefix of all object names. It is short enough for a suffix. */ -}}
{{- define "foyer.name" -}}
{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- /* The labels that select the pods of a component. Input: { root, component }. */ -}}
{{- define "foyer.selector" -}}
app.kubernetes.io/name: foyer
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- /* Input: { root, component }. */ -}}
{{- define "foyer.labels" -}}
{{ include "foyer.selector" . }}
app.kubernetes.io/version: {{ .root.Values.image.tag | default .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{- /* Input: { root, component }. */ -}}
{{- define "foyer.image" -}}
{{- $values := .root.Values.image }}
{{- $name := printf "%s/foyer-%s" $values.registry .component }}
{{- with get $values.digests .component }}
{{- $name }}@{{ . }}
{{- else }}
{{- $name }}:{{ $values.tag | default .root.Chart.AppVersion }}
{{- end }}
{{- end }}

{{- /* The settings of every pod: no rights and no service account token. Input: { root, component }. */ -}}
{{- define "foyer.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
volumes:
  - name: tmp
    emptyDir:
      sizeLimit: 64Mi
{{- with .root.Values.caBundle }}
{{- if .configMap }}
  - name: ca
    configMap:
      name: {{ .configMap }}
{{- else if .secret }}
  - name: ca
    secret:
      secretName: {{ .secret }}
{{- end }}
{{- end }}
{{- with .root.Values.extraVolumes }}
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .root.Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- /* The settings of every container. Input: { root, component }. */ -}}
{{- define "foyer.container" -}}
name: {{ .component }}
image: {{ include "foyer.image" . | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: tmp
    mountPath: /tmp
{{- if include "foyer.caFile" .root }}
  - name: ca
    mountPath: /etc/foyer/ca
    readOnly: true
{{- end }}
{{- with .root.Values.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- /* The path of the additional certificates, empty without any. Input: the root. */ -}}
{{- define "foyer.caFile" -}}
{{- with .Values.caBundle }}
{{- if or .configMap .secret }}
{{- printf "/etc/foyer/ca/%s" .key }}
{{- end }}
{{- end }}
{{- end }}

{{- /* The environment variables of every process, besides its own ones. Input: the root. */ -}}
{{- define "foyer.environment" -}}
{{- with include "foyer.caFile" . }}
- name: NODE_EXTRA_CA_CERTS
  value: {{ . | quote }}
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- /* Spreads the pods of a component over zones and machines. Input: { root, component }. */ -}}
{{- define "foyer.spread" -}}
{{- $selector := include "foyer.selector" . }}
{{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
- maxSkew: 1
  topologyKey: {{ . }}
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels:
      {{- $selector | nindent 6 }}
  matchLabelKeys: [pod-template-hash]
{{- end }}
{{- end }}

{{- /* Variables from the existing Secret. Input: { root, component }. */ -}}
{{- define "foyer.secrets" -}}
{{- $all := dict
      "api" (dict
        "required" (list "DATABASE_URL" "CSRF_SECRET" "MAIL_SECRET" "SAML_SIGNING_KEY")
        "optional" (list "DATABASE_DIRECT_URL" "SERVICE_CREDENTIAL" "STRIPE_SECRET_KEY" "STRIPE_WEBHOOK_SECRET"))
      "worker" (dict "required" (list "WORKER_DATABASE_URL" "MAIL_SECRET" "SMTP_URL"))
      "migrate" (dict "required" (list "MIGRATE_DATABASE_URL" "DATABASE_URL" "WORKER_DATABASE_URL"))
      "operate" (dict "required" (list "MIGRATE_DATABASE_URL") "optional" (list "STRIPE_SECRET_KEY"))
}}
{{- $names := get $all .component }}
{{- range concat $names.required ($names.optional | default list) }}
- name: {{ . }}
  valueFrom:
    secretKeyRef:
      name: {{ $.root.Values.existingSecret }}
      key: {{ . }}
      {{- if has . ($names.optional | default list) }}
      optional: true
      {{- end }}
{{- end }}
{{- end }}
