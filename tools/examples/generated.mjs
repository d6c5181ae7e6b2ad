/**
 * A made-up shop. Nothing here is random: every choice is a hash of the row, so each build gives the same files.
 * Instead of dates the files hold `day_index`, counted from the Monday of the first of 105 weeks; loading puts the
 * last week at the current one and leaves out what lies in the future, and as many days at the beginning.
 */
const WEEKS = 105
const DAYS = WEEKS * 7
const EVENT_WEEKS = 15
const CUSTOMERS = 12_000
const ORDERS = 60_900
const EVENTS = 137_000

/** 0 <= u < 1, from a row and the name of a choice. */
const u = (row, choice) => `((hash(${row}, '${choice}') % 1000003) / 1000003.0)`

/** Picks by cumulated shares: [['a', 0.5], ['b', 1]]. */
const pick = (value, shares) =>
  `CASE ${shares.map(([name, upTo]) => `WHEN ${value} < ${upTo} THEN '${name.replaceAll("'", "''")}'`).join(' ')} END`

const COUNTRIES = [
  ['United States', 0.31],
  ['Germany', 0.45],
  ['United Kingdom', 0.57],
  ['France', 0.67],
  ['Japan', 0.75],
  ['Canada', 0.82],
  ['Brazil', 0.88],
  ['Spain', 0.93],
  ['Netherlands', 0.97],
  ['Australia', 1],
]
const CITIES = {
  'United States': ['New York', 'Chicago', 'Austin', 'Seattle', 'Denver'],
  Germany: ['Berlin', 'Hamburg', 'Munich', 'Leipzig'],
  'United Kingdom': ['London', 'Leeds', 'Bristol'],
  France: ['Paris', 'Lyon', 'Nantes'],
  Japan: ['Tokyo', 'Osaka', 'Sapporo'],
  Canada: ['Toronto', 'Montreal', 'Vancouver'],
  Brazil: ['São Paulo', 'Recife', 'Curitiba'],
  Spain: ['Madrid', 'Valencia', 'Bilbao'],
  Netherlands: ['Utrecht', 'Rotterdam'],
  Australia: ['Sydney', 'Perth', 'Brisbane'],
}
const FIRST_NAMES =
  'Ada Amir Anna Bela Carlos Chloe Daniel Dora Elif Emil Femi Greta Hana Hugo Ines Ivan Jana Jonas Kai Lena Liam Maya Mila Nora Noel Omar Paula Priya Rafael Rosa Sami Sara Theo Tomas Uma Vera Wanda Yuki Zara Zoe'.split(
    ' ',
  )
const LAST_NAMES =
  'Abel Alvarez Bauer Berg Blanc Castro Cohen Costa Diaz Dubois Ekman Evans Fischer Fontaine Garcia Gomez Haas Hansen Ito Jansen Kaya Keller Kim Lang Lopez Maier Mori Moreau Novak Okafor Olsen Patel Pereira Quinn Rossi Sato Silva Tanaka Vogel Weber'.split(
    ' ',
  )
const PRODUCTS = [
  ['Backpacks', 'Day pack', 69],
  ['Backpacks', 'Trail pack 40', 139],
  ['Backpacks', 'Roll-top bag', 95],
  ['Tents', 'One-person tent', 219],
  ['Tents', 'Two-person tent', 329],
  ['Tents', 'Family tent', 549],
  ['Clothing', 'Rain jacket', 149],
  ['Clothing', 'Merino shirt', 59],
  ['Clothing', 'Fleece', 79],
  ['Clothing', 'Hiking socks', 15],
  ['Footwear', 'Trail runner', 119],
  ['Footwear', 'Hiking boot', 189],
  ['Cooking', 'Gas stove', 45],
  ['Cooking', 'Cook set', 55],
  ['Cooking', 'Water filter', 39],
  ['Climbing', 'Harness', 65],
  ['Climbing', 'Rope 60 m', 159],
  ['Climbing', 'Chalk bag', 19],
  ['Electronics', 'Head lamp', 49],
  ['Electronics', 'Power bank', 59],
]
/** Some products sell more than others. */
const PRODUCT_PICK = (row) => `1 + floor(pow(${u(row, 'product')}, 1.4) * ${PRODUCTS.length})::INTEGER`
const list = (values) => `[${values.map((value) => (typeof value === 'number' ? value : `'${value}'`)).join(', ')}]`
/** Hours with a peak at noon and one in the evening. */
const secondOfDay = (row) =>
  `(CASE WHEN ${u(row, 'peak')} < 0.4 THEN 11.5 + (${u(row, 'h1')} + ${u(row, 'h2')} - 1) * 4
     WHEN ${u(row, 'peak')} < 0.85 THEN 20 + (${u(row, 'h1')} + ${u(row, 'h2')} - 1) * 3.4
     ELSE ${u(row, 'h1')} * 24 END * 3600)::INTEGER`

/** Rows by day: growth, weekends, waves of a year, and an unlike number every day. */
const daysSql = (first, total, growth) => `
  SELECT day_index, round(${total} * weight / sum(weight) OVER ())::INTEGER AS n FROM (
    SELECT day_index, (1 + ${growth} * day_index / ${DAYS}) * (CASE day_index % 7 WHEN 5 THEN 1.35 WHEN 6 THEN 1.2 ELSE 1 END)
      * (1 + 0.18 * sin(day_index * 2 * pi() / 365)) * (0.85 + 0.3 * ${u('day_index', 'day')}) AS weight
    FROM range(${first}, ${DAYS}) AS days(day_index))`

/** Tables of the made-up shop: statements that write them. */
export function generatedTables() {
  return [
    { name: 'customers', sql: customersSql() },
    { name: 'orders', before: [`CREATE TEMP TABLE made_customers AS ${customersSql()}`], sql: ordersSql() },
    { name: 'web_events', sql: eventsSql() },
  ]
}

function customersSql() {
  const cities = Object.entries(CITIES).map(([country, names]) => `WHEN '${country}' THEN ${list(names)}`)
  return `
    SELECT id AS customer_id, first_name, last_name, country,
      cities[1 + floor(${u('id', 'city')} * len(cities))::INTEGER] AS city,
      ${pick(u('id', 'segment'), [
        ['Consumer', 0.72],
        ['Business', 0.92],
        ['Education', 1],
      ])} AS segment,
      1950 + floor((${u('id', 'y1')} + ${u('id', 'y2')}) * 28)::INTEGER AS birth_year,
      ${u('id', 'newsletter')} < 0.42 AS is_subscriber,
      floor(pow(${u('id', 'signup')}, 0.8) * ${DAYS})::INTEGER AS day_index
    FROM (SELECT id, country, CASE country ${cities.join(' ')} END AS cities,
        ${list(FIRST_NAMES)}[1 + floor(${u('id', 'first')} * ${FIRST_NAMES.length})::INTEGER] AS first_name,
        ${list(LAST_NAMES)}[1 + floor(${u('id', 'last')} * ${LAST_NAMES.length})::INTEGER] AS last_name
      FROM (SELECT id, ${pick(u('id', 'country'), COUNTRIES)} AS country FROM range(1, ${CUSTOMERS + 1}) AS t(id)))
    ORDER BY id`
}

function ordersSql() {
  return `
    WITH days AS (${daysSql(0, ORDERS, 0.9)}),
    numbered AS (SELECT row_number() OVER (ORDER BY day_index, i) AS id, day_index FROM days, range(n) AS r(i)),
    chosen AS (
      SELECT id, day_index, ${secondOfDay('id')} AS second_of_day,
        1 + floor(pow(${u('id', 'customer')}, 1.7) * ${CUSTOMERS})::INTEGER AS customer_id,
        ${PRODUCT_PICK('id')} AS p,
        CASE WHEN ${u('id', 'channel')} < 0.2 + 0.25 * day_index / ${DAYS} THEN 'App'
          ELSE ${pick(u('id', 'channel2'), [
            ['Web', 0.68],
            ['Store', 0.9],
            ['Partner', 1],
          ])} END AS channel,
        1 + floor(pow(${u('id', 'quantity')}, 3) * 4)::INTEGER AS quantity,
        ${pick(u('id', 'discount'), [
          ['0', 0.7],
          ['0.05', 0.82],
          ['0.1', 0.93],
          ['0.2', 1],
        ])}::DECIMAL(4,2) AS discount
      FROM numbered)
    SELECT id AS order_id, o.day_index, greatest(0, least(86399, second_of_day)) AS second_of_day, o.customer_id,
      c.country, c.segment, channel,
      ${list(PRODUCTS.map(([category]) => category))}[p] AS category, ${list(PRODUCTS.map(([, name]) => name))}[p] AS product,
      quantity, price AS unit_price, discount,
      round(quantity * price * (1 - discount), 2)::DECIMAL(12,2) AS revenue,
      round(quantity * price * (0.48 + 0.16 * ${u('id', 'cost')}), 2)::DECIMAL(12,2) AS cost,
      CASE WHEN o.day_index >= ${DAYS - 9} AND ${u('id', 'state')} < 0.6 THEN ${pick(u('id', 'open'), [
        ['processing', 0.45],
        ['shipped', 1],
      ])}
        WHEN ${u('id', 'state')} < CASE WHEN p BETWEEN 7 AND 12 THEN 0.11 ELSE 0.05 END THEN 'returned'
        WHEN ${u('id', 'state')} > 0.975 THEN 'cancelled' ELSE 'delivered' END AS status,
      CASE WHEN ${u('id', 'rated')} < 0.55 THEN 5 - floor(pow(${u('id', 'rating')}, 2.2) * 5)::INTEGER END AS rating
    FROM (SELECT *, round(${list(PRODUCTS.map(([, , price]) => price))}[p] * (1 + 0.015 * (day_index // 182)) - 0.05, 2)::DECIMAL(10,2) AS price FROM chosen) o
    JOIN made_customers c ON c.customer_id = o.customer_id
    ORDER BY o.day_index, second_of_day, id`
}

function eventsSql() {
  return `
    WITH days AS (${daysSql(DAYS - EVENT_WEEKS * 7, EVENTS, 4)}),
    numbered AS (SELECT row_number() OVER (ORDER BY day_index, i) AS id, day_index FROM days, range(n) AS r(i)),
    chosen AS (SELECT id, day_index, ${secondOfDay('id + 7000000')} AS second_of_day, (id - 1) // 4 AS visit, ${u('id', 'event')} AS e FROM numbered)
    SELECT id AS event_id, day_index, greatest(0, least(86399, second_of_day)) AS second_of_day,
      'v' || lpad((hash(visit, 'visitor') % 24000)::VARCHAR, 5, '0') AS visitor_id,
      ${pick('e', [
        ['page_view', 0.58],
        ['product_view', 0.83],
        ['add_to_cart', 0.93],
        ['checkout', 0.97],
        ['purchase', 1],
      ])} AS event,
      CASE WHEN e < 0.3 THEN '/' WHEN e < 0.42 THEN '/sale' WHEN e < 0.5 THEN '/search' WHEN e < 0.58 THEN '/stories'
        WHEN e < 0.93 THEN '/products/' || lower(replace(${list(PRODUCTS.map(([, name]) => name))}[${PRODUCT_PICK('id')}], ' ', '-'))
        WHEN e < 0.97 THEN '/cart' ELSE '/thanks' END AS page,
      ${pick(u('visit', 'device'), [
        ['mobile', 0.57],
        ['desktop', 0.93],
        ['tablet', 1],
      ])} AS device,
      ${pick(u('visit', 'browser'), [
        ['Chrome', 0.58],
        ['Safari', 0.84],
        ['Firefox', 0.92],
        ['Edge', 1],
      ])} AS browser,
      ${pick(u('visit', 'country'), COUNTRIES)} AS country,
      ${pick(u('visit', 'referrer'), [
        ['search', 0.38],
        ['direct', 0.62],
        ['social', 0.79],
        ['email', 0.9],
        ['ads', 1],
      ])} AS referrer,
      (200 + 1800 * pow(${u('id', 'load')}, 3))::INTEGER AS load_ms,
      ${u('visit', 'new')} < 0.44 AS is_new_visitor
    FROM chosen ORDER BY day_index, second_of_day, id`
}
