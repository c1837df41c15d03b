# Included once llama.cpp's project has begun. These libraries have many short sources, each after the same long headers,
# and are compiled some at a time. One of them defines what the others have used before, and is compiled by itself.
cmake_language(DEFER CALL set_target_properties llama llama-common PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 16)
cmake_language(
  DEFER CALL set_source_files_properties ${CMAKE_CURRENT_SOURCE_DIR}/common/json.cpp
  TARGET_DIRECTORY llama-common PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON
)
