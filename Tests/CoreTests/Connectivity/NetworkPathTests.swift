import Core
import Testing

/// What may be fetched without being asked for, on which network.
@Suite struct NetworkPathTests {
    /// Every combination that is allowed; all others are not.
    static let allowed: Set<String> = [
        "wifi: wifi", "wifi: ethernet",
        "always: wifi", "always: ethernet", "always: unknown", "always: cellular",
        "always: wifi, expensive", "always: ethernet, expensive", "always: unknown, expensive",
        "always: cellular, expensive",
    ]

    @Test func thePolicyAllowsWhatTheTableSaysOnEachPath() {
        var count = 0
        for policy in DownloadPolicy.allCases {
            for interface in NetworkPath.Interface.allCases {
                for isExpensive in [false, true] {
                    for isConstrained in [false, true] {
                        let path = NetworkPath(interface, isExpensive: isExpensive, isConstrained: isConstrained)
                        let marks = (isExpensive ? ", expensive" : "") + (isConstrained ? ", constrained" : "")
                        let name = "\(policy.rawValue): \(interface.rawValue)\(marks)"
                        #expect(policy.allows(path) == Self.allowed.contains(name), "\(name)")
                        count += 1
                    }
                }
            }
        }
        #expect(count == 60)
    }

    @Test func onlyAMobileNetworkIsExpensiveUnlessSomebodySaysSo() {
        for interface in NetworkPath.Interface.allCases {
            #expect(NetworkPath(interface).isExpensive == (interface == .cellular))
            #expect(!NetworkPath(interface).isConstrained)
        }
        #expect(!NetworkPath(.cellular, isExpensive: false).isFree, "nobody says who pays for it")
        #expect(!NetworkPath(.unknown).isFree, "nobody knows what it costs")
    }

    @Test func whatAnAppSaysOfItsNetworkIsToldToWhoFollowsIt() async {
        let provider = ManualNetworkPathProvider()
        #expect(provider.path.value == NetworkPath(.unknown))
        var paths = provider.path.values.makeAsyncIterator()
        #expect(await paths.next() == NetworkPath(.unknown))
        provider.path.set(NetworkPath(.wifi, isExpensive: true))
        #expect(await paths.next() == NetworkPath(.wifi, isExpensive: true))
    }
}
