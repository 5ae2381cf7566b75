{{ config_get("user.boreal.public-key", "") }}
