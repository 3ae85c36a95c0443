import type { MarkedText } from '../../../shared/desk/fields.ts'
import type { DeskReportQueries } from '../../store/store.ts'

/** Dependencies of the desk's reports. */
export interface ReportParts {
  readonly reports: DeskReportQueries
  /** ISO 4217. */
  readonly currency: string
  /** Hides personal data. */
  readonly mask: (text: string) => MarkedText
}
