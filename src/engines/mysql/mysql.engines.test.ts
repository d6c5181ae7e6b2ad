import { describeMysql, startMysql } from '../../../test/mysql.ts'
import { mysqlCases } from '../../../test/mysql-cases.ts'

const numbers = (count: number) =>
  `with recursive seq (n) as (select 0 union all select n + 1 from seq where n < ${count - 1}) select n from seq`

describeMysql('MySQL itself', () =>
  mysqlCases({
    start: () => startMysql(['--cte-max-recursion-depth=4000000']),
    numbers,
    endless: `select count(*) as endless from (${numbers(100_000)}) a, (${numbers(100_000)}) b, (${numbers(1_000)}) c`,
    isMariaDb: false,
  }),
)
