import { join } from 'node:path'

const FLIGHT_ROWS = 300_000

/** Tables made from published files: name and the statement that tidies it. Terms: LICENSES.md. */
export function publishedTables(vegaData, worldAtlas) {
  const file = (name) => `'${join(vegaData, name).replaceAll("'", "''")}'`
  const world = `'${join(worldAtlas, 'countries-110m.json').replaceAll("'", "''")}'`
  return [
    {
      name: 'flights',
      sql: `SELECT date::TIMESTAMP AS departed_at, delay::INTEGER AS delay_minutes, distance::INTEGER AS distance_miles,
          origin, o.state AS origin_state, destination, d.state AS destination_state
        FROM (SELECT *, row_number() OVER (ORDER BY hash(rowid_)) AS pick
              FROM (SELECT *, row_number() OVER () AS rowid_ FROM read_parquet(${file('flights-3m.parquet')})))
          f LEFT JOIN read_csv(${file('airports.csv')}, nullstr = 'NA') o ON o.iata = origin
          LEFT JOIN read_csv(${file('airports.csv')}, nullstr = 'NA') d ON d.iata = destination
        WHERE pick <= ${FLIGHT_ROWS} ORDER BY departed_at, origin, destination`,
    },
    {
      name: 'airports',
      sql: `SELECT iata, name, city, state, country, round(latitude::DOUBLE, 5) AS latitude, round(longitude::DOUBLE, 5) AS longitude
        FROM read_csv(${file('airports.csv')}, nullstr = 'NA') ORDER BY iata`,
    },
    {
      name: 'wildlife_strikes',
      sql: `SELECT "Flight Date"::DATE AS flight_date, "Airport Name" AS airport, "Origin State" AS state,
          "Aircraft Make Model" AS aircraft, "Aircraft Airline Operator" AS operator,
          "Effect Amount of damage" AS damage, "Phase of flight" AS phase_of_flight,
          "Wildlife Size" AS wildlife_size, "Wildlife Species" AS species, "Time of day" AS time_of_day,
          "Cost Other"::INTEGER AS cost_other, "Cost Repair"::INTEGER AS cost_repair, "Cost Total $"::INTEGER AS cost_total,
          "Speed IAS in knots"::INTEGER AS speed_knots
        FROM read_csv(${file('birdstrikes.csv')}) ORDER BY flight_date`,
    },
    {
      name: 'gapminder',
      sql: `SELECT make_date(year::INTEGER, 1, 1) AS year, country,
          ['South Asia', 'Europe and Central Asia', 'Sub-Saharan Africa', 'America', 'East Asia and Pacific',
           'Middle East and North Africa'][cluster + 1] AS region,
          pop::BIGINT AS population, life_expect::DOUBLE AS life_expectancy, fertility::DOUBLE AS fertility
        FROM read_json_auto(${file('gapminder.json')}) ORDER BY country, year`,
    },
    {
      name: 'country_income',
      sql: `SELECT country, replace(region, '_', ' ') AS region, income::INTEGER AS income_per_person,
          health::DOUBLE AS life_expectancy, population::BIGINT AS population
        FROM read_csv(${file('gapminder-health-income.csv')}) ORDER BY country`,
    },
    {
      name: 'countries',
      sql: `SELECT lpad(shape.id, 3, '0') AS iso_numeric, shape.properties.name AS name
        FROM (SELECT unnest(objects.countries.geometries) AS shape
              FROM read_json(${world}, columns = {objects: 'STRUCT(countries STRUCT(geometries STRUCT(id VARCHAR, properties STRUCT("name" VARCHAR))[]))'}))
        WHERE shape.id IS NOT NULL ORDER BY name`,
    },
    {
      name: 'earthquakes',
      sql: `SELECT epoch_ms(quake.properties.time) AS occurred_at, quake.properties.mag AS magnitude,
          quake.properties.magType AS magnitude_type, quake.properties.place AS place,
          quake.geometry.coordinates[3] AS depth_km, quake.geometry.coordinates[2] AS latitude,
          quake.geometry.coordinates[1] AS longitude, quake.properties.type AS event_type,
          quake.properties.status AS status, quake.properties.tsunami = 1 AS has_tsunami_notice,
          quake.properties.sig AS significance, quake.properties.felt AS felt_reports, quake.properties.net AS network
        FROM (SELECT unnest(features) AS quake FROM read_json(${file('earthquakes.json')}, maximum_object_size = 50000000,
          columns = {features: 'STRUCT(properties STRUCT(mag DOUBLE, place VARCHAR, "time" BIGINT, magType VARCHAR, "type" VARCHAR, status VARCHAR, tsunami INTEGER, sig INTEGER, felt INTEGER, net VARCHAR), geometry STRUCT(coordinates DOUBLE[]))[]'}))
        ORDER BY occurred_at`,
    },
    {
      name: 'weather',
      sql: `SELECT date::DATE AS date, location, weather, precipitation::DOUBLE AS precipitation_mm,
          temp_max::DOUBLE AS temp_max_c, temp_min::DOUBLE AS temp_min_c, wind::DOUBLE AS wind_mps
        FROM read_csv(${file('weather.csv')}) ORDER BY location, date`,
    },
    {
      name: 'us_jobs',
      sql: `SELECT month::DATE AS month, upper(industry[1]) || replace(industry[2:], '_', ' ') AS industry,
          jobs::DOUBLE AS jobs_thousands
        FROM (UNPIVOT (SELECT month, ${INDUSTRIES.map((name) => `"${name}"::DOUBLE AS "${name}"`).join(', ')}
                       FROM read_csv(${file('us-employment.csv')}))
              ON ${INDUSTRIES.join(', ')} INTO NAME industry VALUE jobs)
        ORDER BY industry, month`,
    },
    {
      name: 'penguins',
      sql: `SELECT "Species" AS species, "Island" AS island, "Beak Length (mm)"::DOUBLE AS beak_length_mm,
          "Beak Depth (mm)"::DOUBLE AS beak_depth_mm, "Flipper Length (mm)"::INTEGER AS flipper_length_mm,
          "Body Mass (g)"::INTEGER AS body_mass_g, nullif(lower("Sex"), '.') AS sex
        FROM read_json_auto(${file('penguins.json')})`,
    },
    {
      name: 'zip_codes',
      sql: `SELECT zip_code, city, county, state, latitude::DOUBLE AS latitude, longitude::DOUBLE AS longitude
        FROM read_csv(${file('zipcodes.csv')}, types = {'zip_code': 'VARCHAR'}) ORDER BY zip_code`,
    },
  ]
}

/** Industries that do not contain one another. */
const INDUSTRIES = [
  'mining_and_logging',
  'construction',
  'durable_goods',
  'nondurable_goods',
  'wholesale_trade',
  'retail_trade',
  'transportation_and_warehousing',
  'utilities',
  'information',
  'financial_activities',
  'professional_and_business_services',
  'education_and_health_services',
  'leisure_and_hospitality',
  'other_services',
  'government',
]
