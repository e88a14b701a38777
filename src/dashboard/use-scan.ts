import type { EventData } from '../../examples/client/citable.ts'
import { useStream } from './use-stream.ts'

export type Scan = EventData<'GET /scan/{jobId}'>

export const isScanOver = ({ state }: Scan): boolean => state !== 'queued' && state !== 'running'

/**
 * Returns the newest state of a scan, and follows its stream while it goes on; calls `onEnd` once, when the scan ends.
 */
export function useScan(
  first: Scan,
  onEnd: (last: Scan) => void,
): { scan: Scan; isBroken: boolean; error: unknown } {
  const route = isScanOver(first) ? undefined : ('GET /scan/{jobId}' as const)
  const { latest, isBroken, error } = useStream(route, { path: { jobId: first.id } }, (event) => {
    if (isScanOver(event)) onEnd(event)
    return isScanOver(event)
  })
  return { scan: latest ?? first, isBroken, error }
}
