package dev.assay.msl.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.msl.compiler.KernelEntry.Strategy;
import dev.assay.msl.reader.MslModule;
import dev.assay.msl.reader.MslReader;
import dev.assay.msl.reader.MslSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelCallsTest {
  private static List<KernelEntry> entries(String text) {
    MslModule module = MslReader.read(MslSource.of("text", text));
    return calls(module).stream().map(KernelCall::entry).toList();
  }

  private static List<KernelCall> calls(MslModule module) {
    return KernelCalls.of(module, Declared.in(module.unit()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "out[0] = simd_lane_id + quad_index;                         | LOOP",
        "threadgroup_barrier(mem_flags::mem_none);                   | COROUTINES",
        "threadgroup_barrier(mem_flags::mem_none); out[0] = plain(); | COROUTINES",
        "out[0] = simd_sum(out[0]);                                  | FIBERS",
        "simdgroup_barrier(mem_flags::mem_none);                     | FIBERS",
        "out[0] = through_another();                                 | FIBERS",
        "threadgroup_barrier(mem_flags::mem_none); waits();          | FIBERS"
      })
  void theStrategyFollowsFromWhereThreadsWait(String body, Strategy strategy) {
    String text = """
        float plain() { return 1; }
        void waits() { threadgroup_barrier(mem_flags::mem_threadgroup); }
        float through_another() { waits(); return 2; }
        kernel void k(device float* out, uint simd_lane_id [[thread_index_in_simdgroup]]) { %s }
        """.formatted(body);
    assertThat(entries(text)).extracting(KernelEntry::strategy).containsExactly(strategy);
  }

  @Test
  void parametersWithoutIndicesTakeThoseThatAreFree() {
    KernelEntry entry = entries(
        """
            constant bool has_d [[function_constant(0)]];
            kernel void k(device float* a, constant int& b [[buffer(1)]], device float* c, texture2d<float> t,
                threadgroup float* s [[threadgroup(2)]], uint i [[thread_position_in_grid]],
                device const vec<float, 4>* d [[buffer(2 * 3 + 1), function_constant(has_d)]]) {}
            """)
        .getFirst();
    assertThat(entry.bindings()).extracting(KernelBinding::index)
        .containsExactly(0, 1, 2, 0, 2, -1, 7);
    assertThat(entry.bindings()).extracting(KernelBinding::name)
        .containsExactly("a", "b", "c", "t", "s", "i", "d");
    assertThat(entry.bindings()).extracting(KernelBinding::readOnly)
        .containsExactly(false, true, false, true, false, true, true);
    assertThat(entry.bindings().getLast().optional()).isTrue();
  }

  @Test
  void instantiationsOfEveryFormAreFound() {
    MslModule module = MslReader.read(MslSource.of("text", """
        namespace n {
        template <typename T, int N = 4> [[kernel]] void f(device T* a) {}
        template [[host_name("a")]] [[kernel]] decltype(f<float, 2>) f<float, 2>;
        typedef decltype(f<half>) f_t;
        template [[host_name("b")]] kernel f_t f<half>;
        template [[host_name("c")]] kernel void f<vec<int, 4>, (3 > 2)>(device vec<int, 4>*);
        }
        [[host_name("d")]] kernel void g(device int* a) {}
        """));
    assertThat(calls(module))
        .extracting(call -> call.entry().name() + " " + call.callee(module.unit()))
        .containsExactly("a n::f<float, 2>", "b n::f<half>", "c n::f<vec<int, 4>, (3 > 2)>", "d g");
  }
}
