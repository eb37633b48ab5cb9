public import Foundation

/// The folders of an app: one for a person's own data, and one for a cache that the system may empty.
///
/// ```swift
/// let folders = StorageFolders(for: "my-reader")
/// var configuration = AppServices.Configuration()
/// configuration.cacheFolder = folders.caches + "/images"
/// let services = try await AppServices.start(
///     in: folders.data, backends: [.hackerNews()], configuration: configuration)
/// ```
///
/// A system may empty ``caches`` when space is short, so only what nobody would miss lies there: the image cache. Saved
/// posts, favourites with their media, settings and whatever waits to be sent belong into ``data``.
public struct StorageFolders: Hashable, Sendable {
    /// The conventions of a system.
    package enum Convention: Hashable, Sendable, CaseIterable {
        /// The XDG Base Directory Specification: `XDG_DATA_HOME` or `~/.local/share`, `XDG_CACHE_HOME` or `~/.cache`.
        case xdg
        /// `Library/Application Support` and `Library/Caches`, in the app's container where it has one.
        case apple

        /// The convention of the system that this runs on.
        package static var current: Convention {
            #if canImport(Darwin)
                .apple
            #else
                .xdg
            #endif
        }
    }

    /// The folder of everything that a person would miss.
    public var data: String
    /// The folder of what can be fetched again.
    public var caches: String

    /// Creates folders.
    ///
    /// - Parameters:
    ///   - data: The folder of everything that a person would miss.
    ///   - caches: The folder of what can be fetched again.
    public init(data: String, caches: String) {
        self.data = data
        self.caches = caches
    }

    /// Finds the folders of an app; none is created.
    ///
    /// - Parameters:
    ///   - name: The app's name, or a path such as `lantern/reader`: the folder in the system's folders.
    ///   - environment: The variables of the process; its own by default. A relative path in one is invalid, and
    ///     ignored as the specification asks.
    public init(for name: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.init(for: name, environment: environment, convention: .current)
    }

    /// Finds the folders of an app by a convention.
    ///
    /// - Parameters:
    ///   - name: The app's name.
    ///   - environment: The variables of the process.
    ///   - home: The person's folder, or the app's container; by default `HOME`, else what the system says. By Apple's
    ///     convention always what the system says.
    ///   - convention: The convention.
    package init(
        for name: String, environment: [String: String], home: String? = nil, convention: Convention
    ) {
        let system = NSHomeDirectory()
        switch convention {
        case .xdg:
            let home = home ?? Self.absolute(environment["HOME"]) ?? system
            data = "\(Self.absolute(environment["XDG_DATA_HOME"]) ?? home + "/.local/share")/\(name)"
            caches = "\(Self.absolute(environment["XDG_CACHE_HOME"]) ?? home + "/.cache")/\(name)"
        case .apple:
            // In a sandbox HOME may say something else than where the app may write.
            data = "\(home ?? system)/Library/Application Support/\(name)"
            caches = "\(home ?? system)/Library/Caches/\(name)"
        }
    }

    private static func absolute(_ path: String?) -> String? {
        guard let path, path.hasPrefix("/") else { return nil }
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }
}
