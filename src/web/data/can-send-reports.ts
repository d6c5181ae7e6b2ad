import { bootstrap, can } from '../app/bootstrap.ts'

/** Whether e-mails go out from here and the user may set them up. */
export const canSendReports = (): boolean =>
  bootstrap().common.feature_flags['ALERT_REPORTS'] === true && can('can_write', 'ReportSchedule')
