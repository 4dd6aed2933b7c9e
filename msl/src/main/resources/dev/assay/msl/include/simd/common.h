#include "../../device/macros.h"
