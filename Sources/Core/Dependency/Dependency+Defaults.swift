/// The registered instances that nearly everything uses, or the default where none is registered.
extension Dependency {
    /// The registered clock, else the system's.
    @usableFromInline package static var clock: any TimeProvider {
        resolve((any TimeProvider).self, default: SystemTimeProvider())
    }

    /// The registered file system, else that of the device.
    @usableFromInline package static var fileSystem: any FileSystem {
        resolve((any FileSystem).self, default: LocalFileSystem())
    }

    /// The registered settings, else the default ones, shared by all who ask.
    @usableFromInline package static var settings: any SettingsProvider {
        resolve((any SettingsProvider).self, default: InMemorySettingsProvider())
    }

    /// The instance for a type where one is registered.
    package static func registered<T: Sendable>(_ type: T.Type) -> T? {
        current.isRegistered(type) ? resolve(type) : nil
    }
}
