import germanWriting from '../../charts/parts/locale-de.json' with { type: 'json' }
import type { Language } from '../../kernel/language.ts'

const GERMAN: Readonly<Record<string, string>> = {
  ...germanWriting,
  'Filters: {{filters}}': 'Filter: {{filters}}',
  'No rows for these filters': 'Keine Zeilen für diese Filter',
  'and {{count}} more rows': 'und {{count}} weitere Zeilen',
  'and {{count}} more columns': 'und {{count}} weitere Spalten',
  'and {{count}} more lines': 'und {{count}} weitere Zeilen',
  'The chart could not be drawn': 'Das Diagramm konnte nicht gezeichnet werden',
  'The chart type {{type}} is not drawn here': 'Der Diagrammtyp {{type}} wird hier nicht gezeichnet',
  'Waiting for {{names}}': 'Wartet auf {{names}}',
  'This chart is not on the dashboard any more': 'Dieses Diagramm ist nicht mehr auf dem Dashboard',
  'This part of the dashboard is not drawn here': 'Dieser Teil des Dashboards wird hier nicht gezeichnet',
  'There are no charts on this dashboard': 'Auf diesem Dashboard sind keine Diagramme',
  'Open in Sightline': 'In Sightline öffnen',
  'The PDF is attached.': 'Das PDF ist angehängt.',
  'This chart could not be drawn: {{name}}': 'Dieses Diagramm konnte nicht gezeichnet werden: {{name}}',
  '{{count}} more charts are on the dashboard.': 'Auf dem Dashboard sind noch {{count}} Diagramme.',
  'The rows are too many to be attached.': 'Es sind zu viele Zeilen für einen Anhang.',
  'The rows are attached.': 'Die Zeilen sind angehängt.',
  'This chart could not be asked: {{reason}}': 'Dieses Diagramm konnte nicht abgefragt werden: {{reason}}',
  'There are more rows.': 'Es gibt weitere Zeilen.',
  'There are no rows.': 'Es gibt keine Zeilen.',
  'The report {{name}} was not sent to its recipients.':
    'Der Bericht {{name}} wurde nicht an seine Empfänger gesendet.',
  'It was due at {{time}} and will be tried again when it is due next.':
    'Er war fällig am {{time}} und wird beim nächsten Termin wieder versucht.',
  'Not sent: {{name}}': 'Nicht gesendet: {{name}}',
  'The server stopped before the report was sent.': 'Der Server endete, bevor der Bericht gesendet war.',
  'The report took too long.': 'Der Bericht hat zu lange gedauert.',
  'The report could not be made.': 'Der Bericht konnte nicht erstellt werden.',
  'The report has no recipients.': 'Der Bericht hat keine Empfänger.',
  'The picture is too large for a mail.': 'Das Bild ist zu groß für eine E-Mail.',
  'The owner of the report cannot sign in any more.': 'Wem der Bericht gehört, kann sich nicht mehr anmelden.',
  'The owner may not send reports any more.': 'Wem der Bericht gehört, darf keine Berichte mehr senden.',
  'The alert {{name}} failed.': 'Die Warnung {{name}} ist fehlgeschlagen.',
  'The value is {{value}}.': 'Der Wert ist {{value}}.',
  'The value is {{value}}: less than {{threshold}}.': 'Der Wert ist {{value}}: weniger als {{threshold}}.',
  'The value is {{value}}: at most {{threshold}}.': 'Der Wert ist {{value}}: höchstens {{threshold}}.',
  'The value is {{value}}: more than {{threshold}}.': 'Der Wert ist {{value}}: mehr als {{threshold}}.',
  'The value is {{value}}: at least {{threshold}}.': 'Der Wert ist {{value}}: mindestens {{threshold}}.',
  'The value is {{value}}: exactly {{threshold}}.': 'Der Wert ist {{value}}: genau {{threshold}}.',
  'The value is {{value}}: not {{threshold}}.': 'Der Wert ist {{value}}: nicht {{threshold}}.',
  'An alert asks one statement that reads rows.': 'Eine Warnung fragt mit einer Anweisung, die Zeilen liest.',
  'The statement of the alert gave several rows. It has to give one value.':
    'Die Anweisung der Warnung ergab mehrere Zeilen. Sie muss einen Wert ergeben.',
  'Only those who may run SQL may set up alerts.': 'Nur wer SQL ausführen darf, darf Warnungen einrichten.',
  Tab: 'Tab',
  Chart: 'Diagramm',
  Rows: 'Zeilen',
  Sheet: 'Blatt',
  Contents: 'Inhalt',
  Note: 'Hinweis',
}

export type Words = (text: string, values?: Readonly<Record<string, string | number>>) => string

/** Texts of files in the language of who asks; numbers in its way of writing. */
export function wordsOf(locale: Language): Words {
  const number = new Intl.NumberFormat(locale)
  return (text, values = {}) =>
    (locale === 'de' ? (GERMAN[text] ?? text) : text).replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = values[name] ?? ''
      return typeof value === 'number' ? number.format(value) : value
    })
}
