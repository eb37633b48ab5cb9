#if os(Linux)
    /// Watches a Linux system's routes and interfaces: which network there is, wireless told from wired.
    ///
    /// ```swift
    /// Dependency.register((any NetworkPathProvider).self) { LinuxNetworkPathProvider() }
    /// ```
    ///
    /// | what the system says | the path |
    /// | --- | --- |
    /// | the default route goes by an interface with `wireless` or `phy80211` | `wifi` |
    /// | by a cable, a bridge, a bond or a VLAN without a wireless one below it | `ethernet` |
    /// | by a modem: `wwan`, raw IP | `cellular`, and so expensive |
    /// | by a tunnel | that of the best default route that is none; `unknown` without one |
    /// | by a phone on a cable or Bluetooth, by anything else, or routes are not shown | `unknown` |
    /// | no default route, or by the loopback or an interface that is down | `none` |
    ///
    /// It looks once when it is created, and then at intervals until it is released; a look reads a few files that the
    /// kernel makes up. Whether a wireless network is metered the kernel does not know.
    public final class LinuxNetworkPathProvider: NetworkPathProvider {
        /// The path that the next request would go by, and each change of it.
        public let path: ObservableValue<NetworkPath>

        private let routes: LinuxNetworkRoutes
        private let watching: Task<Void, Never>

        /// Creates a provider, looks once, and goes on looking.
        ///
        /// - Parameters:
        ///   - interval: How long to wait between two looks; 5 seconds by default.
        ///   - files: Where to read; the system's own files by default, whatever is registered for the app's.
        ///   - root: What stands before `/proc` and `/sys`; nothing by default.
        ///   - time: The clock; the registered one by default, else the system's.
        public init(
            interval: Duration = .seconds(5), files: any FileSystem = LocalFileSystem(), root: String = "",
            time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
        ) {
            let routes = LinuxNetworkRoutes(files: files, root: root)
            let path = ObservableValue(routes.path)
            self.routes = routes
            self.path = path
            watching = Task { [weak path] in
                while true {
                    do {
                        try await time.sleep(for: max(interval, .milliseconds(100)))
                    } catch {
                        // A sleep ends early for one reason only: nobody has the provider any more.
                        return
                    }
                    guard let path else { return }
                    path.set(routes.path)
                }
            }
        }

        deinit {
            watching.cancel()
        }

        /// Looks at once: for who has just heard that something changed, or was asleep.
        public func refresh() {
            path.set(routes.path)
        }
    }
#endif
