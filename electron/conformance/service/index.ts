/** The door of the check of a running service. */

export { hasAnswers, hasRowFindings, type RowsReport } from '../../common/rows/report.ts';
export type { Answer, Credential, HeldTokens, ServiceDoor, SimulatedSide, TokenForm, TokenReply } from './door.ts';
export { type ReportFormat, serviceHtml, serviceJunit, serviceReport, serviceText } from './formats.ts';
export { checkService, type ServiceStep, stepTitles } from './run.ts';
export { serviceResult } from './view.ts';
