{{ config_get("user.boreal.username", "root") }}
