/** Addresses of visitors that the operator refuses for some time. */
export interface BlockedAddressesTable {
  /** Address and project: an address has one block for each, and one for all. */
  readonly id: string
  /** Key of the address, which is not stored itself. */
  readonly address_key: string
  /** Empty: all projects. */
  readonly project_id: string
  /** 1: named users too. */
  readonly everybody: number
  readonly reason: string | null
  readonly created_at: string
  readonly ends_at: string
}

/** Solved puzzles of new visitors, until their solutions expire. */
export interface SpentProofsTable {
  readonly id: string
  readonly until: string
}

/** Costs of models, by day and project. */
export interface BudgetsTable {
  /** Day, project, name and key. */
  readonly line: string
  /** Text in Postgres. */
  readonly used: number | string
}
