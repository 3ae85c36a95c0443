import type { AddressKey } from './address-key.ts'
import { tellHourly, type Counters } from './counters.ts'

/** Warns the operator that an address reached a limit, once an hour for each limit and address. */
export type ShareAlarm = (projectId: string, limit: string, address: string) => Promise<void>

export interface ShareAlarmParts {
  readonly counters: Pick<Counters, 'take'>
  readonly addressKey: AddressKey
  /** @param share.addressKey argument of `alcove address block`. */
  readonly onUsedUp: (share: {
    readonly projectId: string
    /** The limit's name. */
    readonly limit: string
    readonly addressKey: string
  }) => void
}

export const createShareAlarm =
  ({ counters, addressKey, onUsedUp }: ShareAlarmParts): ShareAlarm =>
  async (projectId, limit, address) => {
    const key = addressKey(address)
    const alarm = { name: 'shareAlarmsPerHour', key: `${limit} ${key}` }
    await tellHourly(counters, projectId, alarm, () =>
      onUsedUp({ projectId, limit, addressKey: key }),
    )
  }
