import { SettingsError } from './settings-error.ts'

/** A label of a host name, so that nothing else reaches the policy of pages. */
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const HOST = new RegExp(`^${LABEL}(?:\\.${LABEL})*(?::\\d{1,5})?$`)
const MOST_HOSTS = 10

/** Further host names of the installation, over which dashboards spread their charts; null without any. */
export function shardingHostsOf(text: string | undefined): readonly string[] | null {
  const hosts = (text ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((host) => host !== '')
  if (hosts.length > MOST_HOSTS || !hosts.every((host) => HOST.test(host)))
    throw new SettingsError(
      `SUPERSET_WEBSERVER_DOMAINS must be up to ${MOST_HOSTS} host names with commas between, such as charts-1.example.com,charts-2.example.com.`,
    )
  return hosts.length === 0 ? null : [...new Set(hosts)]
}
