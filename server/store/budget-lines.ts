/** A budget of a project's day. */
export interface BudgetLine {
  readonly name: string
  /** The counted subject, within the project. */
  readonly key: string
  readonly unit: 'calls' | 'tokens'
  readonly max: number
  /** The whole budget, of which `max` may be a share. Absent: it is not a project's, and its owner is not told of it. */
  readonly whole?: number
  /** True if answers are refused once `max` is used: not for titles, which have a smaller share. */
  readonly isForAnswers?: boolean
}

/** The budgets of a project and a day. */
export interface BudgetPlace {
  readonly projectId: string
  /** `2027-01-15`, in UTC: a later settlement belongs to the day of the reservation. */
  readonly day: string
  readonly lines: readonly BudgetLine[]
}
