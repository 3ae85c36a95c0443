/** The operator's settings of the desk. */
export interface DeskSettings {
  /** Days after which an unused session ends. */
  readonly idleDays: number
  /** Days after which each session ends. */
  readonly sessionDays: number
  /** IANA name: days of reports begin there. */
  readonly timeZone: string
  /** 1: Monday, 7: Sunday. */
  readonly firstWeekday: number
  /** ISO 4217. */
  readonly currency: string
}
