/** One budget of a project's day. */
export interface BudgetLine {
  readonly name: string
  /** Whom it counts, within the project. */
  readonly key: string
  readonly unit: 'calls' | 'tokens'
  readonly max: number
}

/** What is taken from each budget of its unit. */
export interface BudgetAmount {
  readonly calls: number
  readonly tokens: number
}

export interface BudgetReservation extends BudgetAmount {
  readonly projectId: string
  /** `2027-01-15`, in UTC: what is settled later belongs to the day that it was taken from. */
  readonly day: string
  readonly lines: readonly BudgetLine[]
}

export interface BudgetQueries {
  /**
   * Takes from all lines of today, at once for all servers: as much as is wanted, or as is left in each
   * of them, but at least one of each unit. Else nothing is taken, and the line that is used up is told.
   */
  reserve(
    projectId: string,
    lines: readonly BudgetLine[],
    wanted: BudgetAmount,
  ): Promise<BudgetReservation | BudgetLine>
  /** Puts what it came to in the place of what was taken. */
  settle(reservation: BudgetReservation, cost: BudgetAmount): Promise<void>
}
