import Foundation
import Mocks
import Testing

@testable import Core

/// A made-up `/proc` and `/sys`.
struct NetworkTree {
    let files = InMemoryFileSystem()

    func write(_ path: String, _ text: String) throws {
        try files.makeDirectory(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
        try files.replace(path, with: Array(text.utf8), isSynced: false)
    }

    /// Routes as `interface destination mask flags metric`.
    func routes(_ routes: String...) throws {
        let head = "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT"
        let lines = routes.map { route in
            let parts = route.split(separator: " ")
            return "\(parts[0])\t\(parts[1])\t0102000A\t\(parts[3])\t0\t0\t\(parts[4])\t\(parts[2])\t0\t0\t0   "
        }
        try write("/proc/net/route", ([head] + lines).joined(separator: "\n") + "\n")
    }

    func interface(
        _ name: String, type: Int = 1, state: String = "up", event: String = "", folders: [String] = [],
        files names: [String] = []
    ) throws {
        let folder = "/sys/class/net/\(name)"
        try write("\(folder)/type", "\(type)\n")
        try write("\(folder)/operstate", "\(state)\n")
        try write("\(folder)/uevent", "\(event)INTERFACE=\(name)\nIFINDEX=2\n")
        for name in folders { try files.makeDirectory("\(folder)/\(name)") }
        for name in names { try write("\(folder)/\(name)", "0x1\n") }
    }

    var path: NetworkPath { LinuxNetworkRoutes(files: files).path }
}

@Suite struct LinuxNetworkRoutesTests {
    private let tree = NetworkTree()
    private static let everywhere = "00000000 00000000 0003"

    @Test func aDefaultRouteByACableIsACable() throws {
        try tree.routes("eth0 \(Self.everywhere) 100", "eth0 0000A8C0 00FFFFFF 0001 100")
        try tree.interface("eth0")
        #expect(tree.path == NetworkPath(.ethernet))
        #expect(tree.path.isFree)
    }

    @Test(arguments: ["wireless", "phy80211"]) func wirelessIsToldFromWired(_ folder: String) throws {
        try tree.routes("wlp3s0 \(Self.everywhere) 600")
        try tree.interface("wlp3s0", event: "DEVTYPE=wlan\n", folders: [folder])
        #expect(tree.path == NetworkPath(.wifi))
    }

    @Test func theRouteWithTheLowestMetricDecides() throws {
        try tree.routes("wlan0 \(Self.everywhere) 600", "eth0 \(Self.everywhere) 100")
        try tree.interface("eth0")
        try tree.interface("wlan0", folders: ["wireless"])
        #expect(tree.path.interface == .ethernet)
        // Its cable was pulled out.
        try tree.interface("eth0", state: "down")
        #expect(tree.path.interface == .wifi)
        try tree.interface("wlan0", state: "dormant", folders: ["wireless"])
        #expect(tree.path.interface == .none)
    }

    @Test func withoutADefaultRouteThereIsNoNetwork() throws {
        try tree.routes("eth0 0000A8C0 00FFFFFF 0001 100")
        try tree.interface("eth0")
        #expect(tree.path == NetworkPath(.none))
        try tree.routes()
        #expect(tree.path == NetworkPath(.none))
    }

    @Test func theLoopbackAloneIsNoNetwork() throws {
        try tree.routes("lo \(Self.everywhere) 0")
        try tree.interface("lo", type: 772, state: "unknown")
        #expect(tree.path == NetworkPath(.none))
    }

    @Test func aRouteThatIsDownOrRefusesLeadsNowhere() throws {
        try tree.routes("eth0 00000000 00000000 0000 0", "eth0 00000000 00000000 0203 0")
        try tree.interface("eth0")
        #expect(tree.path.interface == .none)
    }

    @Test func aSystemThatDoesNotShowItsRoutesIsNotKnown() {
        #expect(tree.path == NetworkPath(.unknown))
    }

    @Test func aModemIsAMobileNetworkAndExpensive() throws {
        try tree.routes("wwan0 \(Self.everywhere) 700")
        try tree.interface("wwan0", type: 65534, state: "unknown", event: "DEVTYPE=wwan\n")
        #expect(tree.path == NetworkPath(.cellular))
        #expect(tree.path.isCostly)
    }

    @Test func ofATunnelTheNetworkBelowItCounts() throws {
        // As OpenVPN does it: half of all addresses twice.
        try tree.routes(
            "tun0 00000000 00000080 0003 0", "tun0 00000080 00000080 0003 0", "wlan0 \(Self.everywhere) 600")
        try tree.interface("tun0", type: 65534, state: "unknown", files: ["tun_flags"])
        try tree.interface("wlan0", folders: ["wireless"])
        #expect(tree.path.interface == .wifi)
        // By nothing else than itself nobody knows.
        try tree.routes("tun0 \(Self.everywhere) 50")
        #expect(tree.path.interface == .unknown)
    }

    @Test func aBridgeOrABondIsWhatLiesBelow() throws {
        try tree.routes("br0 \(Self.everywhere) 100")
        try tree.interface("br0", event: "DEVTYPE=bridge\n", folders: ["lower_eth0"])
        try tree.interface("eth0")
        #expect(tree.path.interface == .ethernet)
        try tree.interface("br0", event: "DEVTYPE=bridge\n", folders: ["lower_eth0", "lower_wlan0"])
        try tree.interface("wlan0", folders: ["phy80211"])
        #expect(tree.path.interface == .wifi)
    }

    @Test func aPPPInterfaceIsOfUnknownKind() throws {
        try tree.routes("ppp0 \(Self.everywhere) 0")
        try tree.interface("ppp0", type: 512, state: "unknown")
        #expect(tree.path == NetworkPath(.unknown))
    }

    @Test(arguments: [
        ("usb0", "rndis_host"), ("enx0a1b2c3d4e5f", "cdc_ether"), ("enp0s20u1", "cdc_ncm"), ("eth1", "ipheth"),
    ])
    func aPhoneOnACableIsNotFree(_ name: String, _ driver: String) throws {
        try tree.routes("\(name) \(Self.everywhere) 100", "wlan0 \(Self.everywhere) 600")
        try tree.interface(name)
        try tree.interface("wlan0", folders: ["wireless"])
        let event = "/sys/class/net/\(name)/device/uevent"
        try tree.write(event, "DEVTYPE=usb_interface\nDRIVER=\(driver)\nPRODUCT=1/2/3\n")
        #expect(tree.path == NetworkPath(.unknown))
        #expect(!tree.path.isFree)
        // A stick with a cable of its own has another driver, however it is called.
        try tree.write(event, "DEVTYPE=usb_interface\nDRIVER=r8152\n")
        #expect(tree.path == NetworkPath(.ethernet))
    }

    @Test(arguments: ["bnep0", "usb0", "enx0a1b2c3d4e5f"])
    func whatIsCalledAsPhonesAreIsNotFreeWhereNobodyNamesItsDriver(_ name: String) throws {
        try tree.routes("\(name) \(Self.everywhere) 100")
        try tree.interface(name)
        #expect(tree.path == NetworkPath(.unknown))
    }

    @Test func aBridgeOverAPhoneIsNotFreeEither() throws {
        try tree.routes("br0 \(Self.everywhere) 100")
        try tree.interface("br0", event: "DEVTYPE=bridge\n", folders: ["lower_bnep0", "lower_eth0"])
        try tree.interface("bnep0")
        try tree.interface("eth0")
        #expect(tree.path == NetworkPath(.unknown))
    }

    @Test func anInterfaceThatNobodyKnowsIsNotLookedThroughAsATunnelIs() throws {
        // The telephone's line is the best route; what lies behind it is not taken.
        try tree.routes("ppp0 \(Self.everywhere) 0", "eth0 \(Self.everywhere) 100")
        try tree.interface("ppp0", type: 512, state: "unknown")
        try tree.interface("eth0")
        #expect(tree.path == NetworkPath(.unknown))
        // Below a tunnel the line decides too.
        try tree.routes(
            "tun0 \(Self.everywhere) 0", "ppp0 \(Self.everywhere) 50", "eth0 \(Self.everywhere) 100")
        try tree.interface("tun0", type: 65534, state: "unknown", files: ["tun_flags"])
        #expect(tree.path == NetworkPath(.unknown))
    }

    @Test func aNetworkOfTheSixthVersionAloneIsOneToo() throws {
        let zeros = String(repeating: "0", count: 32)
        func route(_ destination: String, _ length: String, _ metric: String, _ flags: String, _ name: String) -> String
        {
            "\(destination) \(length) \(zeros) 00 \(zeros) \(metric) 00000001 00000000 \(flags) \(name.leftPadded(8))\n"
        }
        let refused = route(zeros, "00", "ffffffff", "00200200", "lo")
        try tree.routes()
        try tree.interface("lo", type: 772, state: "unknown")
        try tree.interface("wlan0", folders: ["wireless"])
        try tree.write("/proc/net/ipv6_route", refused)
        #expect(tree.path.interface == .none)
        try tree.write("/proc/net/ipv6_route", route(zeros, "00", "00000400", "00000003", "wlan0") + refused)
        #expect(tree.path.interface == .wifi)
    }

    @Test func aMalformedRoutingTableHasNoRoutes() throws {
        try tree.write(
            "/proc/net/route", "Iface\neth0\t00000000\n\u{0}\u{1}\neth0\tx\ty\tz\t0\t0\tq\t00000000\t0\t0\t0")
        try tree.write("/proc/net/ipv6_route", "zz\n\n")
        #expect(tree.path.interface == .none)
    }
}

extension String {
    fileprivate func leftPadded(_ width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }
}

#if os(Linux)
    @Suite(.timeLimit(.minutes(5)))
    struct LinuxNetworkPathProviderTests {
        private let tree = NetworkTree()
        private let clock = ManualClock()

        private func provider() throws -> LinuxNetworkPathProvider {
            try tree.routes("wlan0 00000000 00000000 0003 600")
            try tree.interface("wlan0", folders: ["wireless"])
            return LinuxNetworkPathProvider(files: tree.files, time: clock)
        }

        @Test func itKnowsAtOnceAndHearsOfAChange() async throws {
            let provider = try provider()
            #expect(provider.path.value == NetworkPath(.wifi))
            var paths = provider.path.values.makeAsyncIterator()
            _ = await paths.next()
            try tree.routes()
            try await clock.waitForSleepers(1)
            clock.advance(by: .seconds(5))
            #expect(await paths.next() == NetworkPath(.none))
            try tree.routes("wlan0 00000000 00000000 0003 600")
            try await clock.waitForSleepers(1)
            clock.advance(by: .seconds(5))
            #expect(await paths.next() == NetworkPath(.wifi))
        }

        @Test func whoAsksNeedNotWait() throws {
            let provider = try provider()
            try tree.routes()
            provider.refresh()
            #expect(provider.path.value == NetworkPath(.none))
        }

        @Test func itEndsWithItsLastReference() async throws {
            var held: LinuxNetworkPathProvider? = try provider()
            try await clock.waitForSleepers(1)
            let reference = WeakReference(held)
            held = nil
            #expect(reference.object == nil)
            try await clock.waitForSleepers(0)
        }

        @Test func theSystemsOwnFilesCanBeRead() {
            // Which network there is nobody knows, but asking must not fail.
            let path = LinuxNetworkPathProvider(time: clock).path.value
            #expect(NetworkPath.Interface.allCases.contains(path.interface))
            #expect(NetworkPathProviders.system(time: clock) is LinuxNetworkPathProvider)
        }
    }

    private struct WeakReference<Object: AnyObject> {
        weak var object: Object?
        init(_ object: Object?) { self.object = object }
    }
#endif
