/** Functions of the engine, which has no list of its own to ask for. */
export const FUNCTIONS: readonly string[] = (
  'abs acos acosh any_value approx_count_distinct approx_quantiles approx_top_count approx_top_sum array array_agg ' +
  'array_concat array_concat_agg array_length array_reverse array_to_string ascii asin asinh atan atan2 atanh avg ' +
  'bit_and bit_count bit_or bit_xor bool byte_length ceil ceiling char_length character_length chr code_points_to_bytes ' +
  'code_points_to_string coalesce collate concat contains_substr corr cos cosh cot count count_distinct countif ' +
  'covar_pop covar_samp cume_dist current_date current_datetime current_time current_timestamp date date_add ' +
  'date_bucket date_diff date_from_unix_date date_sub date_trunc datetime datetime_add datetime_bucket datetime_diff ' +
  'datetime_sub datetime_trunc dense_rank div edit_distance ends_with exp extract farm_fingerprint first_value float64 ' +
  'floor format format_date format_datetime format_time format_timestamp from_base32 from_base64 from_hex ' +
  'generate_array generate_date_array generate_timestamp_array generate_uuid greatest grouping hll_count.extract ' +
  'hll_count.init hll_count.merge ieee_divide if ifnull initcap instr int64 is_inf is_nan json_array json_extract ' +
  'json_extract_array json_extract_scalar json_object json_query json_query_array json_type json_value ' +
  'json_value_array lag last_day last_value lax_bool lax_float64 lax_int64 lax_string lead least left length ln log ' +
  'log10 logical_and logical_or lower lpad ltrim make_interval max max_by md5 min min_by mod normalize ' +
  'normalize_and_casefold nth_value ntile nullif octet_length parse_date parse_datetime parse_json parse_numeric ' +
  'parse_time parse_timestamp percent_rank percentile_cont percentile_disc pow power rand rank regexp_contains ' +
  'regexp_extract regexp_extract_all regexp_instr regexp_replace regexp_substr repeat replace reverse right round ' +
  'row_number rpad rtrim safe_add safe_cast safe_divide safe_multiply safe_negate safe_subtract sha1 sha256 sha512 ' +
  'sign sin sinh soundex split sqrt st_area st_asgeojson st_astext st_centroid st_contains st_distance st_dwithin ' +
  'st_geogfromgeojson st_geogfromtext st_geogpoint st_intersects st_length st_within st_x st_y starts_with stddev ' +
  'stddev_pop stddev_samp string string_agg strpos substr substring sum tan tanh time time_add time_diff time_sub ' +
  'time_trunc timestamp timestamp_add timestamp_bucket timestamp_diff timestamp_micros timestamp_millis ' +
  'timestamp_seconds timestamp_sub timestamp_trunc to_base32 to_base64 to_code_points to_hex to_json to_json_string ' +
  'translate trim trunc unicode unix_date unix_micros unix_millis unix_seconds unnest upper var_pop var_samp variance'
).split(' ')
