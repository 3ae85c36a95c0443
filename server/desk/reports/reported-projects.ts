import type { DeskReportQueries, ReportedProject, ReportPeriod } from '../../store/store.ts'

/** Projects whose rows a report reads: of all projects those with the most answers. */
export const projectsOf = async (
  reports: Pick<DeskReportQueries, 'busiestProjects'>,
  project: ReportedProject,
  period: ReportPeriod,
): Promise<readonly string[]> =>
  project === undefined ? reports.busiestProjects(period) : [project]
