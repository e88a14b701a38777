/**
 * The ports that a caller may reach: `standard` is 80 and 443; `service` adds every unprivileged port on which no
 * other well-known protocol listens.
 */
export type PortRule = 'standard' | 'service'

/** Ports of databases, queues, control planes and chat servers, which a stray HTTP request could command. */
const OTHER_PROTOCOLS: ReadonlySet<number> = new Set([
  1080, 1433, 1521, 1719, 1720, 1723, 2049, 2181, 2375, 2376, 2377, 2379, 2380, 3306, 3389, 3659,
  4045, 4190, 4369, 5060, 5061, 5432, 5433, 5672, 5900, 5984, 5985, 5986, 6000, 6379, 6380, 6443,
  6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 7000, 7001, 7199, 8300, 8301, 8500, 8600, 9042,
  9092, 9160, 9200, 9300, 10050, 10051, 10080, 10250, 10255, 11211, 15672, 25672, 26379, 27017,
  27018, 27019, 50070,
])

/** True when a rule permits a port. */
export function isPortPermitted(port: number, rule: PortRule): boolean {
  if (port === 80 || port === 443) return true
  return rule === 'service' && port >= 1024 && port <= 65_535 && !OTHER_PROTOCOLS.has(port)
}
