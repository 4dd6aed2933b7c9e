#include "../device/macros.h"
