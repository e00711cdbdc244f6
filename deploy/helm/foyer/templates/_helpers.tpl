{{- /* The name that all objects begin with; leaves room for what is appended. */ -}}
{{- define "foyer.name" -}}
{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- /* What selects the pods of a component. Gets { root, component }. */ -}}
{{- define "foyer.selector" -}}
app.kubernetes.io/name: foyer
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- /* Gets { root, component }. */ -}}
{{- define "foyer.labels" -}}
{{ include "foyer.selector" . }}
app.kubernetes.io/version: {{ .root.Values.image.tag | default .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{- /* Gets { root, component }. */ -}}
{{- define "foyer.image" -}}
{{ .root.Values.image.registry }}/foyer-{{ .component }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}
{{- end }}

{{- /* What every pod has in common: no rights, no token, no way to change itself. Gets the root. */ -}}
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
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- /* What every container has in common. Gets { root, component }. */ -}}
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
{{- end }}

{{- /* Spreads the pods of a component over zones and machines. Gets { root, component }. */ -}}
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

{{- /* Variables from the existing Secret. Gets { root, required, optional }: two lists of names. */ -}}
{{- define "foyer.secrets" -}}
{{- range .required }}
- name: {{ . }}
  valueFrom:
    secretKeyRef:
      name: {{ $.root.Values.existingSecret }}
      key: {{ . }}
{{- end }}
{{- range .optional }}
- name: {{ . }}
  valueFrom:
    secretKeyRef:
      name: {{ $.root.Values.existingSecret }}
      key: {{ . }}
      optional: true
{{- end }}
{{- end }}
