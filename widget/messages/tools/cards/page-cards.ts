// What is drawn of a page's own tools alone: one file, which comes with them.
export { HumanCard } from './human-card.tsx'
export { LeftCallCard } from './left-call-card.tsx'
export { PageApproval } from './page-approval.tsx'
export { PageRun } from './page-run.tsx'
