/** Functions of the engine that are in every account. */
export const FUNCTIONS: readonly string[] = (
  'abs acos acosh add_months any_value approx_count_distinct approx_percentile approx_top_k array_agg array_append ' +
  'array_cat array_compact array_construct array_contains array_distinct array_flatten array_generate_range ' +
  'array_insert array_intersection array_max array_min array_position array_prepend array_remove array_size ' +
  'array_slice array_sort array_to_string arrays_overlap as_array as_object ascii asin asinh atan atan2 atanh avg ' +
  'base64_decode_string base64_encode bitand bitor bitxor boolor_agg booland_agg cbrt ceil charindex chr coalesce ' +
  'collate concat concat_ws contains convert_timezone corr cos cosh cot count count_if covar_pop covar_samp cume_dist ' +
  'current_date current_time current_timestamp date_from_parts date_part date_trunc dateadd datediff day dayname ' +
  'dayofmonth dayofweek dayofweekiso dayofyear decode degrees dense_rank div0 div0null editdistance endswith ' +
  'equal_null exp extract factorial first_value flatten floor generator get get_path greatest grouping hash haversine ' +
  'hex_decode_string hex_encode hour iff ifnull ilike in initcap insert is_array is_boolean is_null_value is_object ' +
  'jarowinkler_similarity kurtosis lag last_day last_value lead least left length like listagg ln localtimestamp log ' +
  'lower lpad ltrim max max_by md5 median min min_by minute mod mode month monthname months_between next_day ntile ' +
  'nth_value nullif nullifzero nvl nvl2 object_agg object_construct object_delete object_insert object_keys ' +
  'object_pick parse_ip parse_json percent_rank percentile_cont percentile_disc pi position pow power previous_day ' +
  'quarter radians random rank ratio_to_report regexp_count regexp_instr regexp_like regexp_replace regexp_substr ' +
  'regr_slope repeat replace reverse right round row_number rpad rtrim second seq4 seq8 sha1 sha2 sign sin sinh skew ' +
  'soundex space split split_part sqrt square startswith stddev stddev_pop stddev_samp strtok substr substring sum ' +
  'tan tanh time_from_parts time_slice timeadd timediff timestamp_from_parts timestampadd timestampdiff to_array ' +
  'to_binary to_boolean to_char to_date to_decimal to_double to_geography to_json to_object to_time to_timestamp ' +
  'to_timestamp_ltz to_timestamp_ntz to_timestamp_tz to_varchar to_variant translate trim trunc try_cast try_parse_json ' +
  'try_to_date try_to_decimal try_to_timestamp typeof unicode uniform upper uuid_string var_pop var_samp variance week ' +
  'weekiso width_bucket xmlget year zeroifnull'
).split(' ')
