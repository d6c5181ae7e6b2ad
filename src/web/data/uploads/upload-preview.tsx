import { FILE_TYPES, type FileType, type PreparedFile } from '../../../engines/table-loader.ts'
import { Select } from '../../ui/select.tsx'
import { type Translate, useText } from '../../ui/text.ts'
import styles from './uploads.module.css'

/** Columns of a wide file that are shown. */
const SHOWN_COLUMNS = 40
const SHOWN_ROWS = 12

interface UploadPreviewProps {
  file: PreparedFile
  types: Readonly<Record<string, FileType>>
  onTypes: (types: Readonly<Record<string, FileType>>) => void
}

/** The first rows of a file, with a type to each column that can be chosen. */
export function UploadPreview({ file, types, onTypes }: UploadPreviewProps) {
  const t = useText()
  const columns = file.columns.slice(0, SHOWN_COLUMNS)
  const options = typeNames(t)
  return (
    <div className="col g2">
      <p className="c3">{t('{{shown}} of {{all}} columns', { shown: columns.length, all: file.columns.length })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section className={styles.preview} aria-label={t('First rows')} tabIndex={0}>
        <table className="tbl">
          <thead>
            <tr>
              {columns.map(({ name, type }) => (
                <th key={name} scope="col">
                  <div className="ell">{name}</div>
                  <Select
                    size="sm"
                    ariaLabel={t('Type of {{column}}', { column: name })}
                    value={types[name] ?? type}
                    options={options}
                    onChange={(chosen) => onTypes({ ...types, [name]: chosen })}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {file.shown.slice(0, SHOWN_ROWS).map((row, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
              <tr key={i}>
                {columns.map(({ name }, at) => (
                  <td key={name} className="ell">
                    {row[at] ?? <i className="c3">null</i>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

function typeNames(t: Translate): readonly { readonly value: FileType; readonly label: string }[] {
  const labels: Readonly<Record<FileType, string>> = {
    integer: t('Integer'),
    decimal: t('Decimal'),
    double: t('Number'),
    boolean: t('True or false'),
    date: t('Date'),
    timestamp: t('Date and time'),
    text: t('Text'),
  }
  return FILE_TYPES.map((value) => ({ value, label: labels[value] }))
}
