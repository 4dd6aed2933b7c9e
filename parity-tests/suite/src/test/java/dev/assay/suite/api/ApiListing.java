package dev.assay.suite.api;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.FindException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.TypeVariable;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a module lets others see: one line for each type and member, with generics and nullness, sorted. */
final class ApiListing {
  private ApiListing() {}

  /** The lines of a module on the test's class path. */
  static List<String> of(String module) {
    ModuleReference reference = Stream
        .of(System.getProperty("java.class.path").split(File.pathSeparator))
        .flatMap(entry -> find(entry, module).stream())
        .findFirst()
        .orElseThrow(() -> new AssertionError(module + " is not on the class path"));
    Set<String> exported = reference.descriptor()
        .exports()
        .stream()
        .filter(exports -> !exports.isQualified())
        .map(exports -> exports.source())
        .collect(Collectors.toSet());
    try (ModuleReader reader = reference.open(); Stream<String> names = reader.list()) {
      return names.filter(name -> name.endsWith(".class") && !name.endsWith("-info.class"))
          .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
          .filter(name -> exported.contains(name.substring(0, name.lastIndexOf('.'))))
          .map(ApiListing::load)
          .filter(ApiListing::isVisible)
          .flatMap(ApiListing::lines)
          .map(ApiListing::shorten)
          .sorted()
          .distinct()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<ModuleReference> find(String entry, String module) {
    try {
      return ModuleFinder.of(Path.of(entry)).find(module);
    } catch (FindException noModule) {
      return Optional.empty();
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, ApiListing.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean isVisible(Class<?> type) {
    Class<?> outer = type.getDeclaringClass();
    return !type.isAnonymousClass() && !type.isLocalClass() && isVisible(type.getModifiers())
        && (outer == null || isVisible(outer));
  }

  private static boolean isVisible(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static Stream<String> lines(Class<?> type) {
    String name = type.getName().replace('$', '.');
    Stream<String> members = Stream
        .of(type.getDeclaredFields(), type.getDeclaredConstructors(), type.getDeclaredMethods())
        .flatMap(Arrays::stream)
        .map(Member.class::cast)
        .filter(member -> isVisible(member.getModifiers()) && !member.isSynthetic())
        .map(member -> name + ": " + describe(member));
    return Stream.concat(Stream.of(name + " " + describe(type)), members);
  }

  private static String describe(Class<?> type) {
    String kind = type.isAnnotation() ? "@interface"
        : type.isInterface() ? "interface"
        : type.isEnum() ? "enum"
        : type.isRecord() ? "record"
        : "class";
    String supertype = type.isInterface() || type.getAnnotatedSuperclass() == null
        ? ""
        : " extends " + type.getAnnotatedSuperclass();
    Class<?>[] permitted = type.getPermittedSubclasses();
    return "is " + Modifier.toString(type.getModifiers() & ~Modifier.INTERFACE) + " " + kind
        + typeVariables(type.getTypeParameters()) + supertype
        + list(" implements ", type.getAnnotatedInterfaces())
        + (permitted == null ? "" : list(" permits ", permitted));
  }

  private static String describe(Member member) {
    String modifiers = Modifier.toString(member.getModifiers()
        & ~(Modifier.SYNCHRONIZED | Modifier.NATIVE | Modifier.TRANSIENT | Modifier.VOLATILE));
    return switch (member) {
      case Field field -> modifiers + " " + field.getAnnotatedType() + " " + field.getName();
      case Constructor<?> constructor ->
          modifiers + typeVariables(constructor.getTypeParameters()) + " new"
              + parameters(constructor);
      case Method method -> (method.isDefault() ? modifiers + " default" : modifiers)
          + typeVariables(method.getTypeParameters()) + " " + method.getAnnotatedReturnType() + " "
          + method.getName() + parameters(method);
      default -> throw new AssertionError(member);
    };
  }

  private static String parameters(Executable executable) {
    String list = Stream.of(executable.getAnnotatedParameterTypes())
        .map(AnnotatedType::toString)
        .collect(Collectors.joining(", ", "(", ")"));
    return (executable.isVarArgs() ? list.replaceFirst("\\[\\]\\)$", "...)") : list)
        + list(" throws ", executable.getAnnotatedExceptionTypes());
  }

  private static String typeVariables(TypeVariable<?>[] variables) {
    return variables.length == 0
        ? ""
        : Stream.of(variables)
            .map(variable -> variable + list(" extends ", variable.getAnnotatedBounds()))
            .collect(Collectors.joining(", ", " <", ">"));
  }

  private static String list(String before, Object[] elements) {
    return elements.length == 0
        ? ""
        : Stream.of(elements)
            .map(element -> element instanceof Class<?> type ? type.getName() : element.toString())
            .collect(Collectors.joining(", ", before, ""));
  }

  private static String shorten(String line) {
    return line.replace("@org.jspecify.annotations.Nullable()", "@Nullable")
        .replaceAll("\\bjava\\.(lang|util|util\\.function)\\.(?=[A-Z])", "")
        .replace('$', '.')
        .replaceAll(" +", " ");
  }
}
