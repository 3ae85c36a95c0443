// Cards for page tools only: one file, loaded with those tools.
export { HumanCard } from './human-card.tsx'
export { LeftCallCard } from './left-call-card.tsx'
export { PageApproval } from './page-approval.tsx'
export { PageRun } from './page-run.tsx'
