#if os(Linux)
    /// The ``NetworkPathProvider`` of Linux, which watches routes and interfaces.
    ///
    /// | system | path |
    /// | --- | --- |
    /// | the default route goes by an interface with `wireless` or `phy80211` | `wifi` |
    /// | by a cable, a bridge, a bond or a VLAN without a wireless one below it | `ethernet` |
    /// | by a modem: `wwan`, raw IP | `cellular`, and so expensive |
    /// | by a tunnel | that of the best default route that is none; `unknown` without one |
    /// | by a phone on a cable or Bluetooth, by anything else, or routes are not shown | `unknown` |
    /// | no default route, or by the loopback or an interface that is down | `none` |
    ///
    /// It reads a few files of the kernel when it is created, and then at intervals until it is released. The kernel
    /// does not know whether a wireless network is metered.
    package final class LinuxNetworkPathProvider: NetworkPathProvider {
        package let path: ObservableValue<NetworkPath>

        private let routes: LinuxNetworkRoutes
        private let watching: Task<Void, Never>

        /// Creates a provider, reads once, and then at intervals.
        ///
        /// - Parameters:
        ///   - interval: The time between two reads; 5 seconds by default.
        ///   - files: The file system; the system's own by default, whatever is registered for the app's.
        ///   - root: The folder of `/proc` and `/sys`; the root by default.
        ///   - time: The clock; the registered one by default, else the system's.
        package init(
            interval: Duration = .seconds(5), files: any FileSystem = LocalFileSystem(), root: String = "",
            time: any TimeProvider = Dependency.clock
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

        /// Reads the routes and interfaces at once.
        package func refresh() {
            path.set(routes.path)
        }
    }
#endif

/// The routes and interfaces of a Linux kernel, read from `/proc/net` and `/sys/class/net`.
///
/// A read costs a few system calls and never waits for a disk.
struct LinuxNetworkRoutes {
    private let files: any FileSystem
    private let root: String

    init(files: any FileSystem, root: String = "") {
        self.files = files
        self.root = root
    }

    /// The network that the next request would use.
    ///
    /// The default route decides, of several the one with the lowest metric whose interface is up. A tunnel does not
    /// say what it runs over, so the next best route decides; another interface of an unknown kind is unknown. Without
    /// a default route there is no network; where the system does not show its routes, it is unknown.
    var path: NetworkPath {
        let (four, six) = (text(of: "/proc/net/route"), text(of: "/proc/net/ipv6_route"))
        guard four != nil || six != nil else { return NetworkPath(.unknown) }
        let routes = (four.map(Self.routes) ?? []) + (six.map(Self.routes6) ?? [])
        let best = routes.sorted { $0.rank.lexicographicallyPrecedes($1.rank) }
        let kinds = best.map { kind(of: $0.interface) }.filter { $0 != .down && $0 != .loopback }
        for kind in kinds {
            switch kind {
            case .wifi: return NetworkPath(.wifi)
            case .mobile: return NetworkPath(.cellular)
            case .wired: return NetworkPath(.ethernet)
            case .other: return NetworkPath(.unknown)
            case .tunnel, .loopback, .down: continue
            }
        }
        return NetworkPath(kinds.isEmpty ? .none : .unknown)
    }

    // MARK: Routes

    private struct Route {
        var interface: String
        /// Lower is better: routes to half of all addresses, as tunnels set them, come before those to all.
        var rank: [Int]
    }

    private static let up = 0x1
    private static let reject = 0x200

    /// The default routes of `/proc/net/route`: a line for each, its columns separated by tabs.
    private static func routes(_ text: String) -> [Route] {
        text.split(separator: "\n").dropFirst().compactMap { line in
            let columns = line.split(whereSeparator: \.isWhitespace)
            guard columns.count >= 8, let destination = Int(columns[1], radix: 16),
                let mask = Int(columns[7], radix: 16),
                let flags = Int(columns[3], radix: 16), let metric = Int(columns[6]),
                flags & up != 0, flags & reject == 0
            else { return nil }
            // Addresses stand in the machine's order of bytes, which is little endian wherever this runs.
            let isAll = destination == 0 && mask == 0
            let isHalf = mask == 0x80 && (destination == 0 || destination == 0x80)
            guard isAll || isHalf else { return nil }
            return Route(interface: String(columns[0]), rank: [isHalf ? 0 : 1, metric, 0])
        }
    }

    /// The default routes of `/proc/net/ipv6_route`: a line for each, its columns separated by spaces.
    private static func routes6(_ text: String) -> [Route] {
        text.split(separator: "\n").compactMap { line in
            let columns = line.split(whereSeparator: \.isWhitespace)
            guard columns.count >= 10, let length = Int(columns[1], radix: 16), length <= 1,
                columns[0].dropFirst().allSatisfy({ $0 == "0" }), ["0", "8"].contains(columns[0].prefix(1)),
                columns[0].first == "0" || length == 1,
                let metric = Int(columns[5], radix: 16), let flags = Int(columns[8], radix: 16),
                flags & up != 0, flags & reject == 0
            else { return nil }
            return Route(interface: String(columns[9]), rank: [length == 1 ? 0 : 1, metric, 1])
        }
    }

    // MARK: Interfaces

    private enum Kind {
        case wifi
        case mobile
        case wired
        case tunnel
        case loopback
        case other
        /// An interface that is down.
        case down
    }

    /// The kind of an interface.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - depth: The number of bridges and bonds that may lie above it.
    /// - Returns: The kind.
    private func kind(of name: String, depth: Int = 3) -> Kind {
        let folder = "/sys/class/net/\(name)"
        let state = line(of: "\(folder)/operstate")
        if let state, ["down", "lowerlayerdown", "notpresent", "dormant"].contains(state) { return .down }
        let names = entries(of: folder)
        let event = text(of: "\(folder)/uevent") ?? ""
        let device = event.split(separator: "\n").first { $0.hasPrefix("DEVTYPE=") }.map { $0.dropFirst(8) }
        if device == "wwan" || ["wwan", "rmnet", "ccmni"].contains(where: name.hasPrefix) { return .mobile }
        if names.contains("wireless") || names.contains("phy80211") || device == "wlan" { return .wifi }
        if device == "wireguard" || names.contains("tun_flags") { return .tunnel }
        switch line(of: "\(folder)/type").flatMap({ Int($0) }) {
        case 772: return .loopback
        // Raw IP without a device of its own, IP in IP and the like.
        case 65534, 768, 769, 776, 778: return .tunnel
        // A modem's own.
        case 519, 530: return .mobile
        case 801, 802, 803: return .wifi
        case 1:
            guard !isTethered(name) else { return .other }
            // A bridge, a bond or a VLAN is what lies below it; of several the one that may cost.
            let below = names.filter { $0.hasPrefix("lower_") }.sorted()
            guard depth > 0, !below.isEmpty else { return .wired }
            let kinds = below.map { kind(of: String($0.dropFirst("lower_".count)), depth: depth - 1) }
            return [Kind.mobile, .other, .wifi, .wired].first(where: kinds.contains) ?? .other
        // A telephone line or a modem behind PPP, and unknown types.
        default: return .other
        }
    }

    /// The drivers of phones that share their network over a cable; sticks with a real cable have drivers of their own.
    private static let tetheringDrivers: Set<Substring> = ["rndis_host", "cdc_ether", "cdc_ncm", "ipheth"]

    /// Whether an interface that looks like a cable may lead to a phone, which may pay by the byte: by USB or
    /// Bluetooth.
    private func isTethered(_ name: String) -> Bool {
        if name.hasPrefix("bnep") { return true }
        let event = text(of: "/sys/class/net/\(name)/device/uevent") ?? ""
        if let driver = event.split(separator: "\n").first(where: { $0.hasPrefix("DRIVER=") })?.dropFirst(7) {
            return Self.tetheringDrivers.contains(driver)
        }
        // The names of USB devices, where the system does not name their driver.
        return name.hasPrefix("usb") || name.hasPrefix("enx")
    }

    // MARK: Files

    /// A text that the system shows; nil where it does not.
    ///
    /// These files have no length before they are read.
    private func text(of path: String) -> String? {
        do throws(FileError) {
            let file = try files.open(root + path, .read)
            defer { file.close() }
            let piece = 1 << 16
            var bytes: [UInt8] = []
            while bytes.count < 16 * piece {
                let more = try file.read(at: bytes.count, count: piece)
                bytes += more
                if more.count < piece { break }
            }
            return String(decoding: bytes, as: UTF8.self)
        } catch {
            // A system that does not show it; what nobody knows counts as not free.
            return nil
        }
    }

    private func line(of path: String) -> String? {
        text(of: path)?.split(whereSeparator: \.isWhitespace).first.map(String.init)
    }

    private func entries(of folder: String) -> [String] {
        do throws(FileError) {
            return try files.list(root + folder)
        } catch {
            // As above: an interface of which nothing can be read is of no known kind.
            return []
        }
    }
}
